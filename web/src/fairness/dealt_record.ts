/** What is needed of the record of a game (see docs/fair_deals.md). */
export interface DealtRecord {
  game: string;
  options: Record<string, unknown>;
  seats: string[];
  rounds: { dealer: number; hands: string[][]; stock: string[] }[];
  commitment?: string;
  seed?: string;
  salts?: string[];
  /** At a table server: the SHA-256 of each salt, from before it was opened. */
  cuts?: string[];
  /** In a rematch: who was named. */
  first_dealer?: number;
  /** Who did not open their cut, each time that all others had to cut again. */
  held_back?: number[][];
  /** Whose cards they are, where others play them too: those of a day, or of a game at another table. */
  same_cards?: { day?: string; table?: string; game?: number };
  /** What the server has signed, by seat, and its public key. */
  receipts?: { key: string; cuts: string[]; openings: string[] };
}

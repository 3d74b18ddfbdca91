// SHA-256 and its HMAC. The browser's own are to be had only on https pages; a table on the home network is http.

/** The SHA-256 of a text (as UTF-8), in hexadecimal digits. */
export function sha256(text: string): string {
  return hexOf(digest(new TextEncoder().encode(text)));
}

/** The HMAC-SHA-256 of a message under a key, both texts. */
export function hmacSha256(key: string, message: string): Uint8Array {
  const bytes = new TextEncoder().encode(key);
  const block = new Uint8Array(BLOCK);
  block.set(bytes.length > BLOCK ? digest(bytes) : bytes);
  const inner = digest(joined(masked(block, 0x36), new TextEncoder().encode(message)));
  return digest(joined(masked(block, 0x5c), inner));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// ---------------------------------------------------------------- FIPS 180-4

const BLOCK = 64;
// The fractional parts of the square and cube roots of the first primes.
const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function digest(message: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const padded = withPadding(message);
  const view = new DataView(padded.buffer);
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) w[i] = (word(w, i - 16) + small(word(w, i - 15), 7, 18, 3) + word(w, i - 7) + small(word(w, i - 2), 17, 19, 10)) | 0; // prettier-ignore
    compress(state, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}

function compress(state: Int32Array, w: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + large(e, 6, 11, 25) + choice + (ROUND[i] ?? 0) + word(w, i)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (large(a, 2, 13, 22) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (word(state, i) + value) | 0));
}

function withPadding(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(8 * message.length));
  return padded;
}

function word(words: Int32Array, i: number): number {
  return words[i] ?? 0;
}

function turned(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

function large(x: number, i: number, j: number, k: number): number {
  return turned(x, i) ^ turned(x, j) ^ turned(x, k);
}

function small(x: number, i: number, j: number, k: number): number {
  return turned(x, i) ^ turned(x, j) ^ (x >>> k);
}

function fraction(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function masked(block: Uint8Array, mask: number): Uint8Array {
  return block.map((byte) => byte ^ mask);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

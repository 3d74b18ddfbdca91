/** A name as it is compared: the same person, however it was typed. */
export function folded(name: string): string {
  return name.trim().toLocaleLowerCase();
}

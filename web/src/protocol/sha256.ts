// SHA-256 of texts. The browser's own is to be had only on https pages; a table on the home network is http.

import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export { bytesToHex as hexOf };

/** The SHA-256 of a text (as UTF-8), in hexadecimal digits. */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}

import { createHash, createHmac } from "node:crypto";

import { expect, test } from "vitest";

import { hmacSha256 } from "../../src/fairness/hmac.ts";
import { hexOf, sha256 } from "../../src/protocol/sha256.ts";

// Lengths around the ends of a block, where the padding is delicate.
const TEXTS = [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000].map((length) =>
  "aé🂡z".repeat(length).slice(0, length),
);

test("the digest is that of the standard", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (const text of TEXTS) expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
});

test("the HMAC is that of the standard", () => {
  for (const key of TEXTS) {
    expect(hexOf(hmacSha256(key, "stichwerk 1"))).toBe(createHmac("sha256", key).update("stichwerk 1").digest("hex"));
  }
});

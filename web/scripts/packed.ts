// Puts a copy beside every larger file of the build that is compressed as well as it can be: it takes a while, so that
// the server cannot do it, and who comes over a long line has the page sooner.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

import type { Plugin } from "vite";

/** Letters and pictures are compressed already. */
const WORTH_IT = /\.(js|css|html|svg|webmanifest)$/;
/** In bytes. */
const SMALL = 1000;

export function packedCopies(): Plugin {
  return {
    name: "packed-copies",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      handler({ dir = "" }, bundle) {
        for (const name of Object.keys(bundle).filter((each) => WORTH_IT.test(each))) {
          const plain = readFileSync(join(dir, name));
          const how = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } };
          if (plain.length >= SMALL) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(plain, how));
        }
      },
    },
  };
}

import type { Picture } from "../../cards/picture.ts";

export default { felt: "warm" } satisfies Picture;

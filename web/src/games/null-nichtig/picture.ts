import type { Picture } from "../../cards/picture.ts";
import PilesPicture from "./PilesPicture.svelte";

export default { drawing: PilesPicture } satisfies Picture;

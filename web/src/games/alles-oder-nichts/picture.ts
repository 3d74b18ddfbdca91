import type { Picture } from "../../cards/picture.ts";
import BidsPicture from "./BidsPicture.svelte";

export default { drawing: BidsPicture, felt: "cool" } satisfies Picture;

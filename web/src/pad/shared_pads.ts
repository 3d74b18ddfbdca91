// Score pads that several phones fill, as the server is asked about them. Loaded only where a pad is shared.

import { post } from "../protocol/http.ts";
import type { ChangeSharing, PadNews, PadPhone, SharedPad, SharePad, SyncPad, TakePart } from "../protocol/types.ts";

export const sharedPads = {
  share: (wish: SharePad) => post<SharedPad>("/shared-pads", wish),
  takePart: (pad: string, wish: TakePart) => post<PadPhone>(`${path(pad)}/phones`, wish),
  /** Hand in what was done here, and hear what was done elsewhere. */
  sync: (pad: string, token: string | null, wish: SyncPad) =>
    post<PadNews>(`${path(pad)}/sync`, wish, token ?? undefined),
  change: (pad: string, token: string, wish: ChangeSharing) => post<undefined>(`${path(pad)}/sharing`, wish, token),
};

function path(pad: string): string {
  return `/shared-pads/${encodeURIComponent(pad)}`;
}

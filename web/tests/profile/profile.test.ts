import { beforeEach, describe, expect, it, vi } from "vitest";

import { api } from "../../src/protocol/api.ts";
import { profile, readSecret, spelled } from "../../src/state/profile.svelte.ts";
import { seats } from "../../src/state/seats.svelte.ts";

beforeEach(async () => {
  vi.spyOn(api, "claimGame").mockResolvedValue(undefined);
  vi.spyOn(api, "handOver").mockResolvedValue(undefined);
  vi.spyOn(api, "forgetProfile").mockResolvedValue(undefined);
  await profile.forget();
  profile.keepAgain();
  seats.take({ table: "T", token: "secret of the seat" });
});

describe("one's own games", () => {
  it("are claimed once, with a secret that is drawn for the first", () => {
    profile.claim("T", 1);
    profile.claim("T", 1);
    profile.claim("elsewhere", 1); // no seat there
    expect(api.claimGame).toHaveBeenCalledTimes(1);
    expect(api.claimGame).toHaveBeenCalledWith(profile.secret, { table: "T", token: "secret of the seat", game: 1 });
    expect(readSecret(profile.secret)).toBe(profile.secret);
  });

  it("are claimed again if that did not work", async () => {
    vi.mocked(api.claimGame).mockRejectedValueOnce(new Error("away"));
    profile.claim("T", 1);
    await vi.waitFor(() => {
      profile.claim("T", 1);
      expect(api.claimGame).toHaveBeenCalledTimes(2);
    });
  });

  it("are not kept once everything was deleted, until somebody wants it", async () => {
    profile.claim("T", 1);
    await profile.forget();
    expect([profile.secret, profile.on]).toEqual(["", false]);
    profile.claim("T", 2);
    expect(api.claimGame).toHaveBeenCalledTimes(1);
    profile.keepAgain();
    profile.claim("T", 2);
    expect(api.claimGame).toHaveBeenCalledTimes(2);
  });

  it("go along when the secret of another device is used", async () => {
    profile.claim("T", 1);
    const before = profile.secret;
    const other = "ABCDE".repeat(5);
    await profile.use(other);
    expect(api.handOver).toHaveBeenCalledWith(other, before);
    expect(profile.secret).toBe(other);
  });

  it("have a code that can be read aloud and typed", () => {
    expect(spelled("ABCDE".repeat(5))).toBe("ABCDE ABCDE ABCDE ABCDE ABCDE");
    expect(readSecret("abcde-abcde abcde ABCDE abcde")).toBe("ABCDE".repeat(5));
    expect([readSecret("ABCDE"), readSecret("0".repeat(25)), readSecret("")]).toEqual([null, null, null]);
  });
});

import { describe, expect, it, vi } from "vitest";
import { createLog, errorFields } from "../../server/log.ts";

const clock = () => Date.UTC(2026, 0, 31, 9, 30);

describe("the log", () => {
  it("writes one JSON object per line, several lines at once", () => {
    const write = vi.fn<(lines: string) => void>();
    const later: (() => void)[] = [];
    const log = createLog({ write, clock, soon: (run) => later.push(run) });
    log.info("request", { requestId: "r", status: 200, code: undefined });
    log.warn("line\nbreak", { route: null });
    expect(write).not.toHaveBeenCalled();
    expect(later).toHaveLength(1);
    for (const run of later) run();
    expect(write.mock.calls).toEqual([
      [
        '{"time":"2026-01-31T09:30:00.000Z","level":"info","message":"request","requestId":"r","status":200}\n' +
          '{"time":"2026-01-31T09:30:00.000Z","level":"warn","message":"line\\nbreak","route":null}\n',
      ],
    ]);
  });

  it("writes an error, and the lines buffered before it, immediately", () => {
    const write = vi.fn<(lines: string) => void>();
    const log = createLog({ write, clock, soon: () => {} });
    log.info("first");
    log.error("second");
    expect(write).toHaveBeenCalledTimes(1);
    expect(write.mock.calls[0]?.[0].split("\n")).toHaveLength(3);
  });

  it("leaves out lines below its level", () => {
    const write = vi.fn<(lines: string) => void>();
    const log = createLog({ write, clock, level: "warn", soon: (run) => run() });
    log.debug("no");
    log.info("no");
    log.warn("yes");
    expect(write).toHaveBeenCalledTimes(1);
    log.flush();
    expect(write).toHaveBeenCalledTimes(1);
  });
});

describe("errorFields", () => {
  it("reports kind, text and cause of an error", () => {
    const error = new RangeError("too far", { cause: new TypeError("why") });
    expect(errorFields(error)).toMatchObject({
      error: "RangeError",
      detail: "too far",
      cause: "TypeError: why",
      stack: expect.stringContaining("at "),
    });
    expect(errorFields("text")).toEqual({ error: "string" });
  });
});

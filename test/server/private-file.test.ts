import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createPrivateFile, PrivateFileError, readPrivateFile, replacePrivateFile, withFileLock } from "../../server/private-file.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "octavo-private-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** @param umask in force during `work` */
function underUmask(umask: number, work: () => void): void {
  const before = process.umask(umask);
  try {
    work();
  } finally {
    process.umask(before);
  }
}

describe("createPrivateFile", () => {
  test("creates the file and folders for their owner only, whatever the umask, and leaves nothing else behind", () => {
    const folder = join(createFolder(), "a", "b");
    underUmask(0, () => expect(createPrivateFile(join(folder, "f"), "text")).toBe(true));
    expect(modeOf(join(folder, "f"))).toBe(0o600);
    expect(modeOf(folder)).toBe(0o700);
    expect(readdirSync(folder)).toEqual(["f"]);
    underUmask(0o777, () => expect(createPrivateFile(join(folder, "g"), "text")).toBe(true));
    expect(modeOf(join(folder, "g"))).toBe(0o600);
  });

  test("never replaces a file", () => {
    const folder = createFolder();
    expect(createPrivateFile(join(folder, "f"), "first")).toBe(true);
    expect(createPrivateFile(join(folder, "f"), "second")).toBe(false);
    expect(readPrivateFile(join(folder, "f"))).toBe("first");
    expect(readdirSync(folder)).toEqual(["f"]);
  });
});

describe("replacePrivateFile", () => {
  test("replaces text and permissions, and leaves nothing else behind", () => {
    const folder = createFolder();
    writeFileSync(join(folder, "f"), "a longer text before", { mode: 0o644 });
    replacePrivateFile(join(folder, "f"), "after");
    expect(readPrivateFile(join(folder, "f"))).toBe("after");
    expect(readdirSync(folder)).toEqual(["f"]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "keeps a file's owner when root replaces it, and gives a new one to the owner of the folder",
    () => {
      const folder = createFolder();
      const [replaced, made] = [join(folder, "replaced"), join(folder, "made")];
      chownSync(folder, 2001, 3001);
      writeFileSync(replaced, "before", { mode: 0o600 });
      chownSync(replaced, 2002, 3002);
      replacePrivateFile(replaced, "after");
      replacePrivateFile(made, "new");
      const owners = [replaced, made].map((path) => statSync(path)).map(({ uid, gid, mode }) => [uid, gid, mode & 0o777]);
      expect(owners).toEqual([
        [2002, 3002, 0o600],
        [2001, 3001, 0o600],
      ]);
    },
  );

  test("leaves the old file unchanged if it cannot be replaced", () => {
    const folder = createFolder();
    const path = join(folder, "f");
    createPrivateFile(join(path, "inside"), "x");
    expect(() => replacePrivateFile(path, "after")).toThrow();
    expect(readdirSync(folder)).toEqual(["f"]);
    expect(existsSync(join(path, "inside"))).toBe(true);
  });
});

describe("readPrivateFile", () => {
  test("returns null if there is no file", () => {
    expect(readPrivateFile(join(createFolder(), "f"))).toBeNull();
  });

  test.skipIf(process.platform === "win32").each([0o640, 0o604, 0o620, 0o602, 0o610, 0o777])(
    "refuses a file of mode %o and names the remedy",
    (mode) => {
      const path = join(createFolder(), "f");
      writeFileSync(path, "secret");
      chmodSync(path, mode);
      const error = catchError(() => readPrivateFile(path));
      expect(error).toBeInstanceOf(PrivateFileError);
      expect(error).toMatchObject({
        message: expect.stringContaining(`mode 0${mode.toString(8)}`),
        hint: expect.stringContaining(`chmod 600 ${path}`),
      });
    },
  );

  test.skipIf(process.platform === "win32")("checks the file that a link points to", () => {
    const folder = createFolder();
    createPrivateFile(join(folder, "f"), "secret");
    symlinkSync(join(folder, "f"), join(folder, "link"));
    expect(readPrivateFile(join(folder, "link"))).toBe("secret");
  });
});

describe("withFileLock", () => {
  test("runs one at a time, and releases the lock after an error", () => {
    const path = join(createFolder(), "f");
    expect(() =>
      withFileLock(path, () => {
        withFileLock(path, () => undefined);
      }),
    ).toThrow(PrivateFileError);
    expect(withFileLock(path, () => 5)).toBe(5);
  });

  test("names the file to delete if the lock's holder is gone", () => {
    const path = join(createFolder(), "f");
    writeFileSync(`${path}.lock`, "");
    expect(catchError(() => withFileLock(path, () => 5))).toMatchObject({ hint: expect.stringContaining(`delete ${path}.lock`) });
    expect(readFileSync(`${path}.lock`, "utf8")).toBe("");
  });
});

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** Texts by number, concatenated in UTF-8. A text is only decoded when it is read. */
export class TextColumn {
  readonly bytes: Uint8Array;
  /** Where each text ends. */
  readonly ends: Uint32Array;

  constructor(bytes: Uint8Array, ends: Uint32Array) {
    // Views of a Buffer would be Buffers, which take several times as long to make.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.ends = ends;
  }

  bytesAt(number: number): Uint8Array {
    return this.bytes.subarray(this.ends[number - 1] ?? 0, this.ends[number] ?? 0);
  }

  at(number: number): string {
    return new TextDecoder().decode(this.bytesAt(number));
  }
}

export function toTextColumn(texts: readonly Uint8Array[]): TextColumn {
  const ends = new Uint32Array(texts.length);
  let length = 0;
  for (const [number, text] of texts.entries()) {
    length += text.length;
    ends[number] = length;
  }
  const bytes = new Uint8Array(length);
  for (const [number, text] of texts.entries()) bytes.set(text, ends[number - 1] ?? 0);
  return new TextColumn(bytes, ends);
}

import { crc32, deflateRawSync } from "node:zlib";

const local = 0x04034b50;
const central = 0x02014b50;
const end = 0x06054b50;

function words(layout: [bytes: 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    layout.map(([bytes, value]) => {
      const word = Buffer.alloc(bytes);
      word.writeUIntLE(value, 0, bytes);
      return word;
    }),
  );
}

/** A ZIP file with these parts, deflated. `flags`: 1 for encrypted parts. */
export function makeZip(parts: Record<string, string | Buffer>, { flags = 0 } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [part, content] of Object.entries(parts)) {
    const name = Buffer.from(part);
    const packed = deflateRawSync(content);
    const common: [2 | 4, number][] = [
      ...([
        [2, 20],
        [2, flags],
        [2, 8],
        [4, 0],
        [4, crc32(content)],
      ] satisfies [2 | 4, number][]),
      ...([
        [4, packed.length],
        [4, Buffer.byteLength(content)],
        [2, name.length],
        [2, 0],
      ] satisfies [2 | 4, number][]),
    ];
    const file = Buffer.concat([words([[4, local], ...common]), name, packed]);
    directory.push(words([[4, central], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), name);
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const count = Object.keys(parts).length;
  const last = words([
    [4, end],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, list.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...files, list, last]);
}

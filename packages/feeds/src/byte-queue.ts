export class ByteQueue {
  /** Valid until the next `add`. */
  bytes: Buffer = Buffer.allocUnsafeSlow(1 << 17);
  start = 0;
  end = 0;

  get length(): number {
    return this.end - this.start;
  }

  add(piece: Uint8Array): void {
    const { bytes, start, end, length } = this;
    if (length + piece.length > bytes.length) this.bytes = Buffer.allocUnsafeSlow(2 * (length + piece.length));
    if (start > 0 || this.bytes !== bytes) bytes.copy(this.bytes, 0, start, end);
    this.bytes.set(piece, length);
    this.start = 0;
    this.end = length + piece.length;
  }
}

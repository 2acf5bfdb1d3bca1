/**
 * Reads a body as text, up to `maxBytes` after decompression. Rejects when it is larger, and then lets go of the
 * connection, so that a large or a compressed answer cannot fill the memory.
 */
export async function readBoundedText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  race: <T>(work: Promise<T>) => Promise<T>,
): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const chunk = await race(reader.read());
      if (chunk.done) return text + decoder.decode();
      size += chunk.value.byteLength;
      if (size > maxBytes) throw new RangeError(`the answer is larger than ${maxBytes} bytes`);
      text += decoder.decode(chunk.value, { stream: true });
    }
  } catch (error) {
    // Not awaited: a stream that hangs may never confirm that it was cancelled.
    reader.cancel(error).catch(() => {});
    throw error;
  }
}

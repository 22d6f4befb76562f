/** A file in a multipart form. */
export interface FilePart {
  field?: string;
  name?: string;
  type?: string;
  content: Uint8Array | string;
}

/** A multipart form of files, each in the field `avatar` unless it says otherwise. */
export function form(...files: FilePart[]): FormData {
  const body = new FormData();
  for (const { field = 'avatar', name = 'me.png', type = 'image/png', content } of files) {
    body.append(field, new Blob([content as BlobPart], { type }), name);
  }
  return body;
}

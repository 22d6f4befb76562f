const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be an id of ours: a UUID in lower case (RFC 9562). Whatever else a call names does not exist. */
export const isId = (text: string): boolean => UUID.test(text);

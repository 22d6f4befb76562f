/** The messages that a person can meet at a field of a form; those of the specification to the letter. */
const formMessages = {
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email address',
  emailDomainInvalid: 'Invalid email domain',
  emailTaken: 'This email already belongs to another account',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 8 characters',
  passwordTooLong: 'Password must be at most 64 characters',
  passwordsDiffer: 'Passwords must match',
  passwordWrong: 'The current password is not right',
  outdatedPasswordRequired: 'Enter the current password to set a new one',
  nameInvalid: 'Name must have 1 to 64 characters',
  waterVolumeInvalid: 'Volume must be a whole number of ml from 1 to 5000',
  dailyNormaInvalid: 'Daily norm must be 0.1 to 15 L, with at most two decimals',
  willDrinkInvalid: 'Water to drink must be 0 to 15 L, with at most two decimals',
  weightInvalid: 'Weight must be 0 to 500 kg, with at most one decimal',
  activityTimeInvalid: 'Activity must be 0 to 24 hours, with at most two decimals',
  timeInvalid: 'Time must be a real date and time, as YYYY-MM-DDTHH:mm',
  timeOutOfRange: 'Date must lie between 2000 and 2100 and not in the future',
  reminderWindowInvalid: 'The end must be later on the same day than the beginning',
  reminderIntervalInvalid: 'The pause must be a whole number of minutes from 30 to 240',
  reminderDaysRequired: 'Choose at least one day of the week',
  webhookInvalid: 'The address must begin with https:// and be reachable from the internet',
  tooManyDevices: 'At most 5 devices: remove one first',
  tooManyWebhooks: 'At most 2 addresses: remove one first',
} as const;

/** The messages that only a caller of the API can meet. */
const callMessages = {
  genderUnknown: 'Gender must be female (woman) or male (man)',
  dateInvalid: 'Date must be a real date, as YYYY-MM-DD, YYYY-MM or YYYY-MM-DDTHH:mm',
  portionIdRequired: 'portionID must name one portion',
  idempotencyKeyInvalid: 'Idempotency-Key must have 1 to 128 visible ASCII characters',
  avatarRequired: 'Send one picture, as a file in the field avatar',
  sessionIdInvalid: 'id must name one session; without it, all others end',
  bodyNotObject: 'The body must be a JSON object',
  clockInvalid: 'Time of day must be HH:mm, from 00:00 to 23:59',
  timeZoneUnknown: 'The time zone must be a name of the IANA database, such as Europe/Kyiv',
  flagInvalid: 'This must be true or false',
  deviceNameInvalid: 'The name of the device must have 1 to 64 characters',
  languageUnknown: 'The language must be one of uk, en, fr, es, it, de, pt, ja, pl',
  pushKeysInvalid: 'keys must hold p256dh (65 bytes) and auth (16 bytes) in base64url',
  endpointInvalid: 'The endpoint must be the https address of a known push service',
  channelIdRequired: 'id must name one',
  portionKeyInvalid: 'key must be the one that came with the reminder',
} as const;

/**
 * Every message that can stand at a field. Rules and schemas speak in keys: the server answers with these English
 * sentences, the browser shows its translation of the same key.
 */
export const fieldMessages = { ...formMessages, ...callMessages };

export type FormMessage = keyof typeof formMessages;
export type FieldMessage = keyof typeof fieldMessages;

/** Names a field message; the compiler holds that it exists. */
export function message(key: FieldMessage): FieldMessage {
  return key;
}

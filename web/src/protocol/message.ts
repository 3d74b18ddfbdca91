// How texts come, from the server's files and from our own.

/** A text: as it is, or by the plural that the number `n` takes in the language. */
export type Message = string | { [rule in Intl.LDMLPluralRule]?: string };

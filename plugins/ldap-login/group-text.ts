/** A filter starts with a parenthesis, the DN of a group does not. */
export const isFilterText = (group: string): boolean => group.startsWith('(')

/** Without an equals sign, the client would take it for the name of a mechanism. */
export const GROUP_DN = /^[^=,]+=[^,]/

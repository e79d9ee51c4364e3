/** Groups of four letters, which are easier to copy by hand. */
export const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The names of a fixed list as their own union: `Object.keys` only says `string[]`. */
export const keysOf = <K extends string>(list: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(list) as K[]

/** Keys of a fixed list as their union type: `Object.keys` returns only `string[]`. */
export const keysOf = <K extends string>(list: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(list) as K[]

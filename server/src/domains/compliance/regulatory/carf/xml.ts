/** Elements of the yearly report as text: XML 1.0 of ASCII only, so that the bytes are the same in UTF-8 and in Latin-1. */

type Attributes = Readonly<Record<string, string>>

/** Characters that XML has no place for are left out; letters beyond ASCII become character references. */
function escaped(text: string): string {
  return [...text]
    .flatMap((character) => {
      const code = character.codePointAt(0) ?? 0
      if (
        (code < 0x20 && code !== 9 && code !== 10 && code !== 13) ||
        (code >= 0xd800 && code < 0xe000) ||
        code === 0xfffe ||
        code === 0xffff
      )
        return []
      if (code >= 0x7f || '<>&"\''.includes(character)) return [`&#${code};`]
      return [character]
    })
    .join('')
}

const tag = (name: string, attributes: Attributes): string =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')

export const opening = (name: string, attributes: Attributes = {}): string => `<${tag(name, attributes)}>`
export const closing = (name: string): string => `</${name}>`
/** Element with text. */
export const leaf = (name: string, text: string, attributes: Attributes = {}): string =>
  `<${tag(name, attributes)}>${escaped(text)}</${name}>`
/** Element with elements. */
export const branch = (name: string, ...children: readonly string[]): string => `<${name}>${children.join('')}</${name}>`

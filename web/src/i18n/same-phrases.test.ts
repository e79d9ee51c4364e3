import { describe, expect, it } from 'vitest'

type Tree = { [key: string]: string | Tree }

const files = import.meta.glob<Tree>('./*/*.json', { eager: true, import: 'default' })
const namespaces = [...new Set(Object.keys(files).map((path) => path.split('/').at(-1) ?? ''))]

/** `a.b.c` → its text. */
function leaves(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : [...leaves(value, `${prefix}${key}.`)],
    ),
  )
}
const phrasesOf = (language: string, namespace: string) => leaves(files[`./${language}/${namespace}`] ?? {})
const places = (text: string | undefined) => text?.match(/\{\{\w+\}\}|<\/?\d+>/g)?.sort() ?? []

describe.each(namespaces)('SHELL-13 %s', (namespace) => {
  const spanish = phrasesOf('es', namespace)
  const english = phrasesOf('en', namespace)

  it('has the same keys in Spanish and English', () => {
    expect([...english.keys()].sort()).toEqual([...spanish.keys()].sort())
  })

  it('has the same {{values}} and <1>marks</1> in both', () => {
    expect([...english].map(([key, text]) => [key, places(text)])).toEqual(
      [...english.keys()].map((key) => [key, places(spanish.get(key))]),
    )
  })

  it('has no empty text', () => {
    expect([...spanish, ...english].filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

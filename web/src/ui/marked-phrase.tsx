/** Phrase with one marked part, `<1>…</1>` in the phrase file. The phrase library's own component would add an HTML parser. */
import type { ReactNode } from 'react'

interface MarkedPhraseProps {
  text: string
  mark: (part: string) => ReactNode
}

export function MarkedPhrase({ text, mark }: MarkedPhraseProps) {
  const [before, marked = '', after] = text.split(/<\/?1>/)
  return (
    <>
      {before}
      {mark(marked)}
      {after}
    </>
  )
}

/** Screens explain what is missing or out of range themselves: a browser's own bubble is in the browser's language. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SOURCE = new URL('../src/', import.meta.url)
const screens = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))

/** Opening tags of forms; the properties of `useZodForm` turn the browser's validation off too. */
const formsOf = (path: string) => readFileSync(new URL(path, SOURCE), 'utf8').match(/<form\b(?:=>|[^>])*>/g) ?? []
const isSilent = (tag: string) => /\bnoValidate\b|\{\.\.\.form\.props\}/.test(tag)

it('A2 SHELL-11 no form leaves an empty or invalid field to the words of the browser', () => {
  const forms = screens.flatMap((path) => formsOf(path).map((tag) => ({ path, tag })))
  expect(forms.length).toBeGreaterThan(40)
  expect(forms.filter(({ tag }) => !isSilent(tag))).toEqual([])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { acceptsCommands } from './use-key-commands.ts'

/** Target inside an element of the given kind. */
class Stub extends EventTarget {
  readonly inside: readonly string[]
  constructor(...inside: string[]) {
    super()
    this.inside = inside
  }
  closest(selector: string): Stub | null {
    return this.inside.some((name) => selector.includes(name)) ? this : null
  }
}
beforeEach(() => vi.stubGlobal('Element', Stub))
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['the page', new Stub(), false, true],
  ['nothing', null, false, true],
  ['a field', new Stub('textarea'), false, false],
  ['a button of a dialog, for the page under it', new Stub('role=dialog'), false, false],
  ['a button of a dialog, for the dialog', new Stub('role=dialog'), true, true],
  ['a field of a dialog', new Stub('role=dialog', 'textarea'), true, false],
] as const)('a letter pressed on %s', (_name, target, isOfDialog, expected) => {
  expect(acceptsCommands(target, isOfDialog)).toBe(expected)
})

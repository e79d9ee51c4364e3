/** Assertions about the page, polled within the time limit of vitest.config.ts. */
import { isDeepStrictEqual } from 'node:util'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Wait until the locator matches this many elements. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.count(), { message: String(locator) }).toBe(count)

/** Wait until the locator matches nothing that is visible. */
export const expectHidden = (locator: Locator): Promise<void> =>
  expect.poll(() => locator.filter({ visible: true }).count(), { message: String(locator) }).toBe(0)

/**
 * Assert that elements are absent. `sign` is what the page shows in the same state in which the elements could be there: without it the
 * assertion would hold on a page that has not been drawn yet.
 */
export async function expectAbsent(sign: Locator, ...absent: readonly Locator[]): Promise<void> {
  await sign.first().waitFor()
  for (const locator of absent) await expectCount(locator, 0)
}

/** Box of an element in the viewport, once two measurements with two frames between them agree. */
export async function boxOf(locator: Locator): Promise<Box> {
  let box: Box | null = null
  await expect
    .poll(
      async () => {
        const before = await locator.boundingBox()
        await locator.page().evaluate(TWO_FRAMES)
        box = await locator.boundingBox()
        return box !== null && isDeepStrictEqual(before, box)
      },
      { message: `${locator} keeps its place` },
    )
    .toBe(true)
  if (!box) throw new Error(`${locator} has no box.`)
  return box
}

const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))'

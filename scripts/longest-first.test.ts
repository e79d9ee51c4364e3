import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LONGEST_FILES } from '../dev/testing/longest-files.ts'
import { LONGEST_HTTP_FILES, LONGEST_FILES as LONGEST_JOURNEYS } from '../e2e/longest-files.ts'
import { longestFirst } from './longest-first.ts'

const root = join(import.meta.dirname, '..')

/** Specification as Vitest passes it, as far as the order depends on it. */
const specification = (path: string, project = 'server', groupOrder = 0) =>
  ({ moduleId: join(root, path), project: { name: project, config: { sequence: { groupOrder } } } }) as TestSpecification

async function sorted(files: readonly TestSpecification[]): Promise<string[]> {
  const Sequencer = longestFirst(['b/long.test.ts', 'a/less-long.test.ts'])
  const order = await new Sequencer({ config: { root } } as Vitest).sort([...files])
  return order.map(({ moduleId, project }) => `${project.name} ${moduleId.slice(root.length + 1)}`)
}

describe('longest files first', () => {
  it('sorts by project, then the kept list, then path, whatever order the files were found in', async () => {
    const files = [
      specification('web/first.test.ts', 'web'),
      specification('c/other.test.ts'),
      specification('a/less-long.test.ts'),
      specification('a/other.test.ts'),
      specification('b/long.test.ts'),
      specification('z/early.test.ts', 'web', -1),
    ]
    const expected = [
      'web z/early.test.ts',
      'server b/long.test.ts',
      'server a/less-long.test.ts',
      'server a/other.test.ts',
      'server c/other.test.ts',
      'web web/first.test.ts',
    ]
    expect(await sorted(files)).toEqual(expected)
    expect(await sorted(files.toReversed())).toEqual(expected)
  })

  it('lists only files that exist, each once', () => {
    const listed = [...LONGEST_FILES, ...LONGEST_HTTP_FILES, ...LONGEST_JOURNEYS]
    expect(listed.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })
})

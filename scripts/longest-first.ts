/**
 * Order of test files that is the same in every clone: the longest files first, by a kept list, then by path. Vitest's own order depends on
 * durations and failures that it remembers from earlier runs of the same clone.
 */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** @param longest paths from the root of the repository, the longest file first */
export function longestFirst(longest: readonly string[]): typeof BaseSequencer {
  return class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const { root } = this.ctx.config
      const keyed = files.map((file) => ({ file, key: orderKey(file, relative(root, file.moduleId).replaceAll('\\', '/'), longest) }))
      return keyed.sort((one, other) => compareKeys(one.key, other.key)).map(({ file }) => file)
    }
  }
}

type OrderKey = readonly (number | string)[]

/** Group and project come first, as in Vitest's own order: the files of one project run together. */
function orderKey({ project }: TestSpecification, path: string, longest: readonly string[]): OrderKey {
  const place = longest.indexOf(path)
  return [project.config.sequence.groupOrder, project.name, place === -1 ? longest.length : place, path]
}

function compareKeys(one: OrderKey, other: OrderKey): number {
  const index = one.findIndex((part, at) => part !== other[at])
  const [left, right] = [one[index] ?? 0, other[index] ?? 0]
  return left < right ? -1 : left > right ? 1 : 0
}

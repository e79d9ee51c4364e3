import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Minutes long: begun last, they would keep one lane busy while the other has nothing left. */
const LONGEST = [
  'every-screen',
  'review',
  'approvals',
  'resumed-upload',
  'main-job',
  'page-safety',
  'menus',
  'guard',
  'design-system',
  'access',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.includes(`/${name}.e2e.ts`))
      return place === -1 ? LONGEST.length : place
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** As long as a run needs for them, the longest first: begun last, they would keep one lane busy while the other has nothing left. */
const LONGEST = [
  'every-screen',
  'review',
  'approvals',
  'demo-page',
  'told-before',
  'shell',
  'public-pages',
  'page-safety',
  'main-job',
  'access',
  'hostile-callers',
  'crypto-deposit',
  'guard',
  'resumed-upload',
  'verification-levels',
  'verification-company',
  'access-matrix',
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

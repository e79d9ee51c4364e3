/** Choice of tests by change, for `npm test -- --changed [commit]`. */
import { execFileSync } from 'node:child_process'

/** Sources that the running product is made of: a change of one of them can reach every HTTP suite and journey. */
const PRODUCT = /^(contract|server|dev|web|solidity)\/(?!.*\.(test|testing)\.)/

/**
 * Choose the tests of the running product, HTTP suites and journeys, that a change can reach.
 * @param {string[]} files paths relative to the root
 * @returns {'all' | 'importing'} all of them, or those that import a changed file
 */
export const productTestsReachedBy = (files) => (files.some((file) => PRODUCT.test(file)) ? 'all' : 'importing')

/** Paths, relative to the root, of what differs from a commit: committed since, staged, changed and new. */
export function changedFiles(root, commit) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...new Set([...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')])]
}

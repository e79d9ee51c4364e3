/** Setup of each test file: fast-check draws from the seed of the run. A property that fails still prints its counterexample and path. */
import fc from 'fast-check'
import { inject } from 'vitest'
import './random.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('testSeed') })

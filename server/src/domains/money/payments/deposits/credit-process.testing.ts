/** A process of the product that credits the deposits it is given, for tests that stop it: prints the outcome of each. */

import { createTestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../../platform/database/database.ts'
import { createUnitOfWork, Turns } from '../../../../platform/unit-of-work/index.ts'
import { creditParts } from './credits.testing.ts'

const [connection, deposits] = process.argv.slice(2).map((argument) => JSON.parse(argument))
const base = createTestPlatform(openDatabase(connection))
const turns = new Turns(openDatabase(connection, { maxConnections: 1 }).db)
const { confirm } = creditParts({ ...base, units: createUnitOfWork({ ...base, turns }) })
process.stdout.write('ready\n')
for (const deposit of deposits) process.stdout.write(`${await confirm(deposit)}\n`)
base.remove()
process.exit(0)

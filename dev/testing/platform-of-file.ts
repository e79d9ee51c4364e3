/** Database and platform for all tests of one file, dropped when they are done. Call it at the top of the file. */
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createTestPlatform, type TestPlatform } from './test-product.ts'

interface Made {
  readonly database: TestDatabase
  readonly platform: TestPlatform
}

export function platformOfFile(): Made {
  let made: Made | null = null
  beforeAll(async () => {
    const database = await createTestDatabase()
    made = { database, platform: createTestPlatform(database) }
  })
  afterAll(async () => {
    made?.platform.remove()
    await made?.database.drop()
  })
  const ready = (): Made => {
    if (!made) throw new Error('the platform of the file is there once its tests run')
    return made
  }
  return {
    get database() {
      return ready().database
    },
    get platform() {
      return ready().platform
    },
  }
}

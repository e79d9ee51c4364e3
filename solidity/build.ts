import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileContracts } from './compile.ts'

writeFileSync(join(import.meta.dirname, 'artifacts.generated.ts'), compileContracts())

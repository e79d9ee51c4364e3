/** Departments and municipalities (seeds/divipola.tsv): a municipality belongs to the department line above it. */
import { readSeed } from './seeds/read-seed.ts'

export interface Department {
  readonly id: number
  /** DANE code, two digits. */
  readonly code: string
  readonly name: string
  readonly cities: readonly City[]
}
export interface City {
  readonly id: number
  /** DANE code, five digits. */
  readonly code: string
  readonly name: string
  readonly departmentId: number
}

const DEPARTMENT_CODE_LENGTH = 2

export function readDivipola(): readonly Department[] {
  const departments: (Department & { cities: City[] })[] = []
  for (const [id = '', code = '', name = ''] of readSeed('divipola.tsv')) {
    const department = departments.at(-1)
    if (code.length === DEPARTMENT_CODE_LENGTH) departments.push({ id: Number(id), code, name, cities: [] })
    else department?.cities.push({ id: Number(id), code, name, departmentId: department.id })
  }
  return departments
}

import { describe, expect, it } from 'vitest'
import { linesOf, newRow, rowFault, rowsOf } from './residence-rows.ts'

describe('CARF rows of the certification', () => {
  it('begins with Colombia, whose number comes from the document, and names the first faulty row', () => {
    const rows = rowsOf(null)
    expect(linesOf(rows, '52000111')).toEqual([{ country: 'CO', tin: null, noTinReason: null }])
    expect(rowFault(rows, '52000111')).toBeNull()
    expect(rowFault(rows, null)).toEqual({ line: 0, fault: 'tinMissing' })
    expect(rowFault([...rows, newRow()], '52000111')).toEqual({ line: 1, fault: 'countryMissing' })
    expect(rowFault([...rows, ...rowsOf(null)], '52000111')).toEqual({ line: 1, fault: 'countryTwice' })
    const spain = { country: 'ES', tin: ' 12345678-Z ' }
    expect(linesOf([newRow(spain)], null)).toEqual([{ country: 'ES', tin: '12345678-Z', noTinReason: null }])
    expect(rowFault([newRow({ ...spain, noTinReason: 'notIssued' })], null)).toEqual({ line: 0, fault: 'tinMissing' })
    expect(rowFault([newRow({ ...spain, tin: '', noTinReason: 'notIssued' })], null)).toBeNull()
    expect(rowFault([newRow({ country: 'CO', tin: '890.903.938-7' })], null)).toEqual({ line: 0, fault: 'tinInvalid' })
    expect(rowFault([newRow({ country: 'CO', tin: '890.903.938-8' })], null)).toBeNull()
  })
})

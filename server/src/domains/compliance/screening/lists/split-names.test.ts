import { describe, expect, it } from 'vitest'
import { splitNames } from './split-names.ts'

describe('B1 ADM-13 several names in one field of a list', () => {
  it.each([
    ['one name', 'Ubaldo Wilches Mutis', ['Ubaldo Wilches Mutis']],
    ['semicolons', 'Ubaldo Wilches; Balito Wilches;Ubaldino Mutis', ['Ubaldo Wilches', 'Balito Wilches', 'Ubaldino Mutis']],
    ['letters in parentheses', '(a) Ubaldo Wilches, (b) Balito Wilches', ['Ubaldo Wilches', 'Balito Wilches']],
    ['letters with one parenthesis', 'a) Ubaldo Wilches; b) Balito Wilches c) Ubaldino Mutis', ['Ubaldo Wilches', 'Balito Wilches', 'Ubaldino Mutis']],
    ['numbers', '1) Ubaldo Wilches 2) Balito Wilches', ['Ubaldo Wilches', 'Balito Wilches']],
    ['roman numbers', '(i) Ubaldo Wilches (ii) Balito Wilches (iii) Ubaldino Mutis', ['Ubaldo Wilches', 'Balito Wilches', 'Ubaldino Mutis']],
    ['previously listed as', 'Ubaldo Wilches (previously listed as Balito Wilches)', ['Ubaldo Wilches', 'Balito Wilches']],
    ['formerly listed as, two of them', 'Ubaldo Wilches (formerly listed as (a) Balito Wilches, (b) Ubaldino Mutis)', ['Ubaldo Wilches', 'Balito Wilches', 'Ubaldino Mutis']],
    ['a.k.a.', 'Ubaldo Wilches a.k.a. Balito Wilches, A.K.A. "Ubaldino Mutis"', ['Ubaldo Wilches', 'Balito Wilches', 'Ubaldino Mutis']],
    ['f.k.a. in parentheses', 'GRUPO INVENTADO S.A. (f.k.a. QUIMBAYO LTDA.)', ['GRUPO INVENTADO S.A.', 'QUIMBAYO LTDA.']],
    ['also known as', 'Ubaldo Wilches (also known as: Balito)', ['Ubaldo Wilches', 'Balito']],
    ['a slash may be part of a name', 'Ubaldo Wilches/Balito Mutis', ['Ubaldo Wilches', 'Balito Mutis', 'Ubaldo Wilches/Balito Mutis']],
    ['a line break may be part of a name', 'Ubaldo Wilches\n  Balito Mutis', ['Ubaldo Wilches', 'Balito Mutis', 'Ubaldo Wilches Balito Mutis']],
    ['a slash in a form of company', 'NAVIERA INVENTADA A/S', ['NAVIERA INVENTADA A/S']],
    ['one word each side of a slash', 'Wilches/Mutis', ['Wilches/Mutis']],
    ['a name in two lines', 'Ubaldo\n Wilches', ['Ubaldo Wilches']],
    ['parentheses of a name', 'FRENTE (NORTE) INVENTADO', ['FRENTE (NORTE) INVENTADO']],
    ['a letter in parentheses of a name', 'BANCO (C) INVENTADO', ['BANCO (C) INVENTADO']],
    ['family names before a comma', 'PIRAQUIVE DE LA HOZ, Ubaldo', ['PIRAQUIVE DE LA HOZ, Ubaldo']],
    ['a family name that reads like an abbreviation', 'AKA, Mehmet', ['AKA, Mehmet']],
    ['twice the same', 'Ubaldo Wilches; Ubaldo  Wilches', ['Ubaldo Wilches']],
    ['nothing but signs', ' ; - ; (a) ', []],
  ])('%s', (_what, field, names) => expect(splitNames(field)).toEqual(names)) // biome-ignore format: a table
})

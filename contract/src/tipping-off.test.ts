import { expect, it } from 'vitest'
import { findTippingOffTerm } from './tipping-off.ts'

it.each([
  'Tu caso va con la Unidad de Información y Análisis Financiero.',
  'Se presentó un R.O.S. sobre ti.',
  'Lo pide la U.I.A.F. desde ayer.',
  'Lo pide la U.I.A.F',
  'Se presentó un R. O. S. sobre ti.',
  'Hicimos un reporte de operación sospechosa.',
  'Vimos una transacción sospechosa en tu cuenta.',
  'Es por actividades sospechosas.',
  'Lo exige nuestra política de LA/FT.',
  'Lo exige nuestra política LAFT.',
  'El reporte ante la\nFiscalía sigue.',
  'Apareces en la lista OFAC.',
])('refuses the tipping-off term: %s', (text) => {
  expect(findTippingOffTerm(text)).not.toBeNull()
})

it.each([
  'Los datos de tu cuenta son tu nombre, tu documento y tus movimientos.',
  'La operación no se completó; inténtalo otra vez.',
  'Las 3.a y 4.a cuotas no cambian. A. Ros te atendió en la sede.',
  'Vimos una actividad inusual: un ingreso desde otro país.',
  'La Superintendencia de Industria y Comercio es la autoridad.',
  'Guardamos la unidad y el análisis de tu reclamo en la sección de información financiera.',
])('accepts the harmless text: %s', (text) => {
  expect(findTippingOffTerm(text)).toBeNull()
})

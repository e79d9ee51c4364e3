/** Words of Colombian addresses with their abbreviations, both official (DIAN, Catastro) and colloquial. */
const synonyms = (codes: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(codes).flatMap(([code, words]) =>
      [code, ...words.split(' ').filter(Boolean)].map((word): [string, string] => [word, code]),
    ),
  )

/** `AK` and `AC` are avenues that are also a numbered carrera or calle: Avenida Carrera 68 is Carrera 68. */
export const STREETS = synonyms({
  cl: 'calle cll clle clla c ac',
  kr: 'carrera carr cra cr crr kra k ak',
  tv: 'transversal transv transver trans trv tr',
  dg: 'diagonal diag dgn',
  av: 'avenida avda avd ave',
  au: 'autopista autop auto aut',
  ci: 'circular circ cir cq',
  cv: 'circunvalar circunv crv',
  pj: 'pasaje psje pje psj',
  ct: 'carretera carret crt',
  via: '',
})
/** Units with a number or a letter, from the largest to the smallest: the order of a normalised address. */
export const UNITS = synonyms({
  km: 'kilometro kilom kmt',
  et: 'etapa etp',
  sm: 'supermanzana supermz smz',
  mz: 'manzana manz mzn mza mzna',
  bl: 'bloque blq bloq blo',
  to: 'torre torr tor trr',
  ent: 'entrada entr',
  in: 'interior inter int',
  pi: 'piso ps',
  ca: 'casa cs',
  lt: 'lote lot',
  ap: 'apartamento apartaestudio aparta apart apto aptos apt',
  of: 'oficina ofic ofi',
  lc: 'local loc lcl',
  bg: 'bodega bod bdg',
  cn: 'consultorio consult cons',
  hab: 'habitacion habit',
  gj: 'garaje gar',
  pq: 'parqueadero parq',
  st: 'sotano sot',
})
/** Parts of an address that have a name, such as a quarter or a building. */
export const NAMED = synonyms({
  cj: 'conjunto conj conjto',
  und: 'unidad unid',
  ag: 'agrupacion agrup',
  ur: 'urbanizacion urb urban urbaniz',
  cd: 'ciudadela ciud cdla',
  ed: 'edificio edif edf',
  br: 'barrio brr bo',
  sc: 'sector sec',
  lcd: 'localidad',
  vd: 'vereda vda vrda vrd ver',
  corr: 'corregimiento correg',
  fi: 'finca fca',
  hc: 'hacienda hda',
  pa: 'parcela parcelacion',
})
/** Meaning of a single letter when a number follows and no street is being parsed. */
export const LONE_LETTERS: ReadonlyMap<string, string> = new Map([
  ['t', 'to'],
  ['p', 'pi'],
  ['c', 'ca'],
  ['m', 'mz'],
  ['b', 'bl'],
])
/** Quadrants that divide the street numbering of a city: Calle 10 Sur is another street than Calle 10. */
export const QUADRANTS = synonyms({ norte: 'n nte nort', sur: 's', este: 'e oriente ote', oeste: 'o w occidente occ' })
export const NUMBER_SIGNS: ReadonlySet<string> = new Set(['numero', 'num', 'nro', 'no', 'nr', '#'])
/** Ordinals written as words: Carrera Séptima. */
export const ORDINALS: ReadonlyMap<string, string> = new Map(
  ['primera', 'segunda', 'tercera', 'cuarta', 'quinta', 'sexta', 'septima', 'octava', 'novena', 'decima'].map((word, at) => [
    word,
    String(at + 1),
  ]),
)
/** Ordinal endings written after a number: 7ma, 5to. */
export const ORDINAL_ENDING = /^(?:er|[rdtvnm][ao])$/
/** Units with a separate door. */
export const DOORS: ReadonlySet<string> = new Set(['ap', 'in', 'ca', 'of', 'lc', 'pi', 'bg', 'cn', 'hab'])

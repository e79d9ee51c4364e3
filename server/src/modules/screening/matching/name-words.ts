/** Words of a name that identify nobody by themselves: particles, titles, legal forms and the usual words of companies. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

export const PARTICLES = words(
  'de del la las los lo el y e da das do dos di du le van von der den ter al ul as ad ar az bin ibn ben bn bint binti ould wld wa abu abou umm ur ud ush',
)
export const TITLES = words(
  'sr sra srta senor senora don dona dr dra doctor doctora ing ingeniero lic abogado prof general gral coronel cnel capitan cap mr mrs ms sir lord haji hajji hajj al-hajj alhaj shaikh sheikh shaykh cheikh mullah mulla maulavi mawlawi maulawi mawlana maulana qari sayyid sayed sayyed ustad viuda vda hijo jr junior hno the president presidente prasident monsieur madame mme herr frau senator senador senadora gobernador gobernadora embajador embajadora ambassador ministro ministra canciller chancellor colonel lieutenant teniente sargento comandante',
)

/** Legal forms by what they are; a form that another country has for the same is the same form. */
const FORMS: readonly (readonly [string, string])[] = [
  ['sas', 'sas|sociedad por acciones simplificada|s a s'],
  [
    'sa',
    'sa|sociedad anonima|s a|ag|aktiengesellschaft|plc|public limited company|nv|spa|ao|oao|zao|pao|pjsc|ojsc|jsc|cjsc|joint stock company|open joint stock company|public joint stock company|closed joint stock company|inc|incorporated|corp|corporation|as|asa|ab|oyj|sa de cv|s a de c v|sab de cv|sac|s a c|kk|bhd|berhad|tbk|aktiengeselschaft',
  ],
  [
    'ltda',
    'ltda|limitada|ltd|limited|sociedad limitada|srl|s r l|societate cu raspundere limitata|societatea cu raspundere limitata|sl|s l|sarl|gmbh|gesellschaft mit beschrankter haftung|bv|llc|l l c|limited liability company|ooo|pty|pty ltd|pvt|pvt ltd|private limited|sdn bhd|co ltd|company limited|pte ltd|pte|eurl|doo|oy|aps|kft|sp z o o|sp z oo|tov',
  ],
  ['lp', 'lp|l p|llp|limited partnership|scs|s c s|s en c|sen c|sociedad en comandita|cia s en c|kg|gmbh co kg'],
  ['eu', 'eu|e u|empresa unipersonal'],
  ['esal', 'fundacion|foundation|stiftung|corporacion|ong'],
  ['co', 'co|cia|compania|company|y cia|and co|companhia|compagnie|cie|kompaniya|kompania'],
]
const forms = new Map(FORMS.flatMap(([form, spellings]) => spellings.split('|').map((spelling): [string, string] => [spelling, form])))
export const FORM_WORDS_MAX = 5
export const legalForm = (spelling: string): string | undefined => forms.get(spelling)

/** Usual words of companies: they say what it does, hardly who it is. */
export const USUAL_COMPANY_WORDS = words(
  'group grupo gruppe holding holdings trading international internacional intl global general comercial comercializadora inversiones inversion investment investments constructora construcciones construction industrias industrial industries industry servicios services service bank banco transportes transport distribuidora distribuciones distribution importadora exportadora import export asociados consultores consulting soluciones solutions systems sistemas tecnologia technology technologies empresa enterprise enterprises agropecuaria ganadera inmobiliaria financiera finance financial capital fund fondo trust management and y e und et of de del la los las el the for para colombia colombiana nacional national organization organisation organizacion division company europe europa asia africa america americas latinoamerica',
)

const ABBREVIATIONS =
  'intl=international internacional=international int=international 1st=first 2nd=second 3rd=third grp=group grupo=group mfg=manufacturing natl=national nacional=national bros=brothers hnos=hermanos assoc=associates cia=company i=1 ii=2 iii=3 iv=4 v=5 vi=6 vii=7 viii=8 ix=9 x=10 xi=11 xii=12 xiii=13 xiv=14 xv=15 xvi=16 xvii=17 xviii=18 xix=19 xx=20 one=1 two=2 three=3 four=4 five=5 uno=1 dos=2 tres=3 organisation=organization organizacion=organization'
const abbreviations = new Map(
  ABBREVIATIONS.split(' ').map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
)
/** A usual word of companies as it is spelt in full, and numbers as digits. */
export const abbreviated = (word: string): string => abbreviations.get(word) ?? word

/** Words that do not identify a name alone: particles, titles, legal forms and usual words of companies. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

export const PARTICLES = words(
  'de del la las los lo el y e da das do dos di du le van von der den ter al ul as ad ar az bin ibn ben bn bint binti ould wld wa abu abou umm ur ud ush',
)
export const TITLES = words(
  'sr sra srta senor senora don dona dr dra doctor doctora ing ingeniero lic abogado prof general gral coronel cnel capitan cap mr mrs ms sir lord haji hajji hajj al-hajj alhaj shaikh sheikh shaykh cheikh mullah mulla maulavi mawlawi maulawi mawlana maulana qari sayyid sayed sayyed ustad viuda vda hijo jr junior hno the president presidente prasident monsieur madame mme herr frau senator senador senadora gobernador gobernadora embajador embajadora ambassador ministro ministra canciller chancellor colonel lieutenant teniente sargento comandante esq phd mba minister premier chairman chairwoman admiral capt rev reverend ayatollah ayatullah professor hon honorable excellency highness imam mufti justice congressman congresswoman monsignor monsenor obispo bishop padre fray sor arq arquitecto arquitecta ingeniera abogada licenciado licenciada profesor profesora ms mx mlle dipl mag',
)
/** Titles that are also names: they count as titles only before at least two names. */
export const LEADING_TITLES = words(
  'king queen prince princess major governor captain commander secretary prime vice chief judge mayor pope sultan emir sheik',
)

/** Legal forms by their type; equivalent forms of other countries are the same type. */
const FORMS: readonly (readonly [string, string])[] = [
  ['sas', 'sas|sociedad por acciones simplificada|s a s|sasu|societe par actions simplifiee'],
  [
    'sa',
    'sa|sociedad anonima|s a|ag|aktiengesellschaft|plc|public limited company|nv|spa|ao|oao|zao|pao|pjsc|ojsc|jsc|cjsc|joint stock company|open joint stock company|public joint stock company|closed joint stock company|inc|incorporated|corp|corporation|as|asa|ab|oyj|sa de cv|s a de c v|sab de cv|sac|s a c|kk|bhd|berhad|tbk|aktiengeselschaft|akg|se|societas europaea|societe anonyme|societa per azioni|naamloze vennootschap|aktiebolag|aktiebolaget|ab publ|aktieselskab|aktieselskabet|a s|aksjeselskap|allmennaksjeselskap|osakeyhtio abp|abp|oyj abp|anonim sirketi|p l c|pc|psc|p j s c|o j s c|j s c|c j s c|saa|s a a|saoc|saog|s a e|s a l|ksc|qsc|qpsc|pt|perseroan terbatas|kabushiki kaisha|kabushiki gaisha|publichnoe aktsionernoe obshchestvo|aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo|zakrytoe aktsionernoe obshchestvo|pryvatne aktsionerne tovarystvo|aktsionerne tovarystvo|private joint stock company|ad|ead|aktsionerno druzhestvo|akcionarsko drustvo|dionicko drustvo|akciova spolecnost|akciova spolocnost|zrt|nyrt|spolka akcyjna|sociedad anonima de capital variable|sociedad anonima bursatil|s a b de c v|sapi de cv|s a p i de c v|sociedad anonima cerrada|sociedad anonima abierta|sa esp|s a e s p|sociedade anonima',
  ],
  [
    'ltda',
    'ltda|limitada|ltd|limited|sociedad limitada|srl|s r l|societate cu raspundere limitata|societatea cu raspundere limitata|sl|s l|sarl|gmbh|gesellschaft mit beschrankter haftung|bv|llc|l l c|limited liability company|ooo|pty|pty ltd|pvt|pvt ltd|private limited|sdn bhd|co ltd|company limited|pte ltd|pte|eurl|doo|oy|aps|kft|sp z o o|sp z oo|tov|sp zoo|spzoo|spolka z ograniczona odpowiedzialnoscia|s r o|sro|spol s r o|spolecnost s rucenim omezenym|spolocnost s rucenim obmedzenym|d o o|drustvo s ogranicenom odgovornoscu|ood|eood|uab|sia|ou|osauhing|besloten vennootschap|bvba|sprl|societa a responsabilita limitata|s a r l|sarlu|societe a responsabilite limitee|obshchestvo s ogranichennoy otvetstvennostyu|obshchestvo s ogranichennoi otvetstvennostiu|tovarystvo z obmezhenoyu vidpovidalnistyu|korlatolt felelossegu tarsasag|limited sirketi|ltd sti|limited sti|fze|fzc|fzco|fz llc|wll|w l l|private ltd|private limited company|pte limited|proprietary limited|pty limited|co limited|company ltd|godo kaisha|gk|yugen kaisha|ltee|sociedad de responsabilidad limitada|s de r l|s de rl|s de r l de c v|s de rl de cv|eirl|e i r l|lda|l d a|sociedade limitada|anpartsselskab|g m b h|ges m b h|gesmbh|mbh|m b h|ug',
  ],
  [
    'lp',
    'lp|l p|llp|l l p|lllp|pllc|limited partnership|limited liability partnership|scs|s c s|s en c|sen c|sca|s c a|scsp|slp|s l p|sociedad en comandita|sociedad en comandita simple|sociedad en comandita por acciones|cia s en c|kg|kommanditgesellschaft|gmbh co kg|gmbh and co kg|gmbh und co kg|ag and co kg|snc|s n c|ohg|sociedad colectiva',
  ],
  ['eu', 'eu|e u|empresa unipersonal'],
  [
    'esal',
    'fundacion|foundation|stiftung|fondation|fondazione|corporacion|ong|ngo|asbl|vzw|eingetragener verein|avtonomnaya nekommercheskaya organizatsiya',
  ],
  ['na', 'na|national association'],
  ['co', 'co|cia|compania|company|y cia|and co|companhia|compagnie|cie|kompaniya|kompania'],
]
const forms = new Map(FORMS.flatMap(([form, spellings]) => spellings.split('|').map((spelling): [string, string] => [spelling, form])))
export const FORM_WORDS_MAX = 5
/** Single words of the forms that have several words. */
export const FORM_WORDS: ReadonlySet<string> = new Set([...forms.keys()].flatMap((spelling) => spelling.split(' ')))
export const legalForm = (spelling: string): string | undefined => forms.get(spelling)

/** Usual words of companies: they describe the business, not the company. */
export const USUAL_COMPANY_WORDS = words(
  'group grupo gruppe holding holdings trading international internacional intl global general comercial comercializadora inversiones inversion investment investments constructora construcciones construction industrias industrial industries industry servicios services service bank banco transportes transport distribuidora distribuciones distribution importadora exportadora import export asociados consultores consulting soluciones solutions systems sistemas tecnologia technology technologies empresa enterprise enterprises agropecuaria ganadera inmobiliaria financiera finance financial capital fund fondo trust management and y e und et of de del la los las el the for para colombia colombiana nacional national organization organisation organizacion division company europe europa asia africa america americas latinoamerica',
)

const ABBREVIATIONS =
  'intl=international internacional=international int=international grp=group grupo=group mfg=manufacturing natl=national nacional=national bros=brothers hnos=hermanos assoc=associates assn=association dept=department dpt=department govt=government gvt=government univ=university inst=institute mgmt=management mgt=management svc=services svcs=services serv=services sys=systems dev=development ctr=center centre=center labour=labor defence=defense eng=engineering engg=engineering mktg=marketing fin=financial inv=investments hldg=holdings hldgs=holdings holding=holdings ind=industries inds=industries transp=transport elec=electric fed=federal tech=technology telecom=telecommunications pharma=pharmaceuticals chem=chemical prods=products cial=comercial constr=constructora agrop=agropecuaria coop=cooperativa gral=general st=saint mt=mount ft=fort technologies=technology groupe=group gruppe=group gruppo=group i=1 ii=2 iii=3 iv=4 v=5 vi=6 vii=7 viii=8 ix=9 x=10 xi=11 xii=12 xiii=13 xiv=14 xv=15 xvi=16 xvii=17 xviii=18 xix=19 xx=20 organisation=organization organizacion=organization'
const abbreviations = new Map(
  ABBREVIATIONS.split(' ').map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
)
/** Full spelling of an abbreviated company word, and Roman numerals as digits. */
export const abbreviated = (word: string): string => abbreviations.get(word) ?? word

/** Forms and usual words long enough to be recognised when misspelt or truncated by the end of a field. */
const LONG_WORDS =
  'company corporation incorporated limited limitada compania corporacion fundacion foundation aktiengesellschaft international internacional investments inversiones holdings industries industrias technologies construction constructora comercializadora distribuidora services servicios transportes organization association'
export const LONG_COMPANY_WORDS: readonly string[] = LONG_WORDS.split(' ')
/** Forms that are joined to the name: "quimbayolimited". */
const WRITTEN_ON = /^(\w{3,})(company|corporation|incorporated|limited|limitada|aktiengesellschaft|gmbh|ltda)$/
export const withoutWrittenOn = (word: string): readonly string[] => {
  const [, name, form] = (word.length >= WRITTEN_ON_MIN && WRITTEN_ON.exec(word)) || []
  return name && form ? [name, form] : [word]
}
const WRITTEN_ON_MIN = 8

/** Words of organisations in other languages: lists have "Army" where others have "Ejército". They keep their own initials. */
const TRANSLATIONS =
  'bank banco banque banca/ministry ministerio/university universidad/institute instituto/center centro/agency agencia/association asociacion/committee comite/industries industrias/investments inversiones/services servicios/technology tecnologia/systems sistemas/solutions soluciones/fund fondo/construction construcciones construccion/transport transportes/financial financiera/republic republica rep/defense defensa/guard guardia/army ejercito/front frente/movement movimiento/party partido/liberation liberacion/islamic islamico islamica/state estado/states estados/united unidos/people pueblo'
const translations = new Map(
  TRANSLATIONS.split('/').flatMap((group, index) => group.split(' ').map((word): [string, readonly number[]] => [word, [index]])),
)
/** Number of the group that contains the word. */
export const translationsOf = (word: string): readonly number[] => translations.get(word) ?? []

/**
 * Frequency of names in Colombia: a rare surname is more distinctive than "Rodríguez". The ranking and the figures at its head are public
 * facts: Registraduría Nacional del Estado Civil (names of its register, as published in the press in 2019 and 2022: María 4.349.030, Juan
 * 1.430.989, Isabel 573.204, Miguel 509.831, Jesús 488.358, Gabriel 214.210) and Forebears (bearers of surnames in Colombia, as quoted by
 * Infobae in 2024: Rodríguez 903.289, Martínez 691.617, García 641.560, Gómez 637.104, López 635.034). Between those figures we estimate by
 * rank.
 */
const SURNAMES =
  'rodriguez martinez garcia gomez lopez gonzalez perez hernandez sanchez diaz ramirez torres rojas moreno vargas gutierrez jimenez munoz castro ortiz alvarez ruiz suarez romero valencia herrera medina giraldo rivera restrepo castillo cardona osorio zapata mejia arias quintero parra guerrero ospina pineda ramos marin castaneda mendoza correa velasquez cardenas beltran acosta cortes contreras duque agudelo pena leon mosquera londono molina arango franco vasquez henao orozco montoya morales caicedo salazar bedoya velez florez cordoba fernandez mesa arboleda rincon delgado duarte vega buitrago carvajal rueda posada serna betancur betancourt patino alzate toro tapia trujillo nunez navarro barrera reyes cruz aguilar guzman camacho reina galvis pardo silva bermudez pinzon lozano galeano gallego gaviria hoyos jaramillo bernal escobar sierra uribe echeverri echeverry isaza tobon villegas soto robledo pulido garzon forero cubillos bohorquez sarmiento casas bonilla nieto prieto rubio triana vanegas villamil zambrano zuluaga usma tabares sepulveda santos saavedra roldan rendon quiroga puentes polania perdomo ortega olaya ochoa novoa murillo monsalve miranda merchan melo mateus maldonado luna lara hurtado holguin hincapie guevara grisales fonseca figueroa estrada espinosa espinoza dominguez davila cuellar coronado clavijo chaparro cifuentes cespedes cano calderon caceres bustos bravo botero blanco benitez becerra bautista barrios baron ayala avila arenas aristizabal ardila aponte angarita angulo amaya alarcon aguirre acevedo abril quevedo peralta palacios palacio padilla pacheco otalora osorno obando naranjo nino montes montenegro mora monroy mena marulanda marquez manrique machado macias lemus ladino ibarra higuita grajales granados gil garces gamboa galindo gaitan fajardo escalante erazo duran daza cuesta cuervo criado corrales cordero colorado cobo charry cepeda ceballos cerquera cediel cerón chacon carrillo cantor campos campo caro cabrera burbano burgos brito borja bolivar bolanos bello barragan barbosa bahamon asprilla arteaga arrieta arroyave ariza araujo arbelaez alvarado alonso almeida alfonso albarracin aldana abello villa villalba villarreal villanueva vivas viveros yepes zamora zabala zarate zea zorro zuniga urrego urrea urbano ulloa tovar tellez tamayo solano solarte soler sandoval salgado salcedo salas saenz rozo rosero rosales rosas rodas roa riascos rengifo quinones quiceno quijano prada portilla porras plazas plata pinto pinilla piedrahita pedraza paz paredes pantoja palma ortegon orjuela oliveros olarte ocampo nieves nova nino nava nariño muñeton mojica mina meza mercado mendez meneses medrano mayorga matiz marmolejo llanos lizarazo linares leal latorre lasso landazuri junca izquierdo iglesias huertas hidalgo guio guerra giron gelvez gallo fuentes freile flor flores fierro ferro escudero escandon dueñas donado diez cristancho copete chaves chavez causado casallas carreño cantillo calle cadena cadavid bueno bueso buendia bocanegra berrio benavides benavidez bayona bastidas barreto barco baena avendano arevalo aranda arellano andrade amado'
const MALE_NAMES =
  'jose juan luis carlos jorge miguel jesus david andres alberto antonio enrique alejandro manuel fernando pedro daniel diego eduardo felipe francisco oscar camilo santiago sebastian cesar rafael ricardo javier jaime hernando mario julian gabriel alfonso guillermo victor edgar nicolas julio john jhon jairo gustavo alvaro hector esteban mauricio samuel ivan pablo sergio william wilson cristian christian fabian henry hernan humberto marco raul roberto orlando ramon german jeison yeison jhonatan jonathan alexander leonardo arturo augusto armando angel alfredo rodrigo ruben adolfo ernesto gonzalo gerardo ignacio ismael joaquin leonel lorenzo martin mateo matias maximiliano nelson omar rodolfo rogelio rene salvador simon tomas vicente walter yesid wilmer duvan dario edwin emilio emmanuel ferney freddy fredy giovanny harold harold hugo isaac jacobo jefferson jerson jeronimo kevin brayan bryan stiven steven deiby dairo eder efrain elkin erick estiven evelio fabio faber gilberto heriberto horacio libardo lisandro lucas luciano marcos nestor norbey octavio otoniel reinaldo rigoberto robinson saul ubaldo uriel wilfredo yovany jimmy johan edison ever aldemar anibal argemiro benjamin bernardo aurelio abel adrian agustin albeiro alirio arley aristides arnulfo baltazar bayron belisario campo ciro clemente cornelio cristobal danilo delio demetrio didier dagoberto eliecer elias eliseo euclides eugenio evaristo ezequiel federico feliciano fidel flavio gildardo gregorio hermes hernan hilario isidro israel jacinto jovany juvenal leandro leon lazaro marcelo moises nicanor olmedo oswaldo pompilio rosendo rubiel salomon santos teodoro tiberio tulio virgilio wilman yair zacarias'
const FEMALE_NAMES =
  'maria ana luz isabel carmen rosa martha marta claudia sandra diana paola andrea patricia carolina alejandra marcela angela natalia laura juliana monica adriana gloria blanca catalina camila valentina daniela paula lina viviana yolanda esperanza elena cecilia teresa beatriz amparo olga lucia margarita marina mercedes nelly ruth sofia mariana gabriela isabella salome luciana sara valeria antonella manuela stella stela ines pilar fernanda cristina johana yohana jenny yenny leidy leydy lady katherine catherine ingrid erika erica milena jessica yesica karen karina liliana lorena luisa magda mabel maribel mayra melissa melisa nancy nathalia norma nubia pamela piedad rocio rubiela sonia tatiana vanessa veronica victoria ximena jimena yaneth janeth janet yamile yulieth yuliana yurany zulma aleida alba alicia amanda amalia aida aura berta bertha bibiana betty carmenza clara constanza consuelo cielo cindy danna deisy dora doris edilma edith elizabeth elsa elvira emilia emma esther estefania eugenia eva fabiola flor francy gina ginna graciela guadalupe hilda ingrid irene irma jacqueline jackeline josefina juana judith julia karol leonor lida ligia liz lizeth lola lucila lucero luzmila magnolia magdalena margoth marlen marleny marisol matilde miriam myriam mireya myrian nidia noemi nohora nora ofelia oliva olivia orfilia paulina raquel rebeca rosalba rosario rosaura rosmery ruby samanta samantha silvia solangie soledad susana teresita trinidad vilma virginia waldina xiomara yazmin yasmin yeimy zoraida angie dayana dulce eliana gisela heidy helena indira jazmin kelly leticia lilia maira marcia marlene melba nury omaira odilia otilia rubi sirley shirley yisel yineth'

const PEOPLE = 52_000_000
/** Bearers by rank: flat at the head, then falling as the published figures do. */
const bearers = (head: number, bend: number, slope: number) => (rank: number) => head / (1 + rank / bend) ** slope

const MOST_COMMON: Readonly<Record<string, number>> = {
  rodriguez: 903_289, martinez: 691_617, garcia: 641_560, gomez: 637_104, lopez: 635_034,
  maria: 4_349_030, jose: 2_379_000, juan: 1_430_989, isabel: 573_204, miguel: 509_831, jesus: 488_358, gabriel: 214_210,
} // biome-ignore format: figures of one source beside each other

export interface NameFact {
  readonly bearers: number
  readonly isSurname: boolean
  readonly gender: 'male' | 'female' | null
}

export const SURNAMES_BY_RANK: readonly string[] = listOf(SURNAMES)
export const MALE_NAMES_BY_RANK: readonly string[] = listOf(MALE_NAMES)
export const FEMALE_NAMES_BY_RANK: readonly string[] = listOf(FEMALE_NAMES)
export const bearersOfSurname = bearers(700_000, 12, 1.35)
export const bearersOfGivenName = bearers(1_200_000, 10, 1.3)

const facts = new Map<string, NameFact>()
add(SURNAMES_BY_RANK, bearersOfSurname, { isSurname: true, gender: null })
add(MALE_NAMES_BY_RANK, bearersOfGivenName, { isSurname: false, gender: 'male' })
add(FEMALE_NAMES_BY_RANK, bearersOfGivenName, { isSurname: false, gender: 'female' })

function listOf(text: string): string[] {
  return [...new Set(text.normalize('NFD').replace(/\p{M}/gu, '').split(' '))]
}
function add(names: readonly string[], estimate: (rank: number) => number, kind: Omit<NameFact, 'bearers'>): void {
  names.forEach((name, rank) => {
    const known = facts.get(name)
    const count = (MOST_COMMON[name] ?? estimate(rank)) + (known?.bearers ?? 0)
    facts.set(name, {
      bearers: count,
      isSurname: kind.isSurname || (known?.isSurname ?? false),
      gender: known ? known.gender : kind.gender,
    })
  })
}

/** Undefined for a rare name, or one that is not Colombian. */
export const nameFact = (word: string): NameFact | undefined => facts.get(word)

/** Information of an unknown name: about 3,000 bearers. */
const UNKNOWN_BITS = 14
const bits = new Map<string, number>(
  [...facts].map(([name, { bearers: count }]) => [name, Math.min(UNKNOWN_BITS, Math.log2(PEOPLE / count))]),
)

/** Names that are common abroad and rare in Colombia. */
const COMMON_ABROAD =
  'mohammed muhammad mohamed mohammad mohamad ahmed ahmad ali hassan hasan hussein husayn abd rahman aziz khan ibrahim ismail yusuf omar umar osman mahmoud mustafa salim saleh said hamid khalid kim ri pak choe li wang zhang chen liu singh kumar ivanov ivan sergei vladimir aleksandr mikhail john james smith jones michael william'
const ABROAD_BITS = 9
for (const name of COMMON_ABROAD.split(' ')) if (!bits.has(name)) bits.set(name, ABROAD_BITS)

/** Parts of hundreds of names: of God, of the faith. */
const HALF_BITS = 3
for (const half of ['allah', 'din']) bits.set(half, HALF_BITS)

/** Information of a name in bits: the binary logarithm of one in how many people bear it. */
export const informationOf = (word: string): number => bits.get(word) ?? UNKNOWN_BITS

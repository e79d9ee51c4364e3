/**
 * Banks of Colombia, as facts: id (the product's, stable; 1 is the default of the form), name, PSE code, ACH code.
 * Source: Wompi documentation, "Usa nuestra API de Pagos a Terceros", section 7.
 */
const ROWS = [
  [1, 'AV Villas', '1052', '052'],
  [2, 'Bancamía', '1059', '059'],
  [3, 'Banco Agrario de Colombia', '1040', '040'],
  [4, 'Banco BTG Pactual', '1805', '805'],
  [5, 'Banco Caja Social', '1032', '032'],
  [6, 'Banco Contactar', '1819', '819'],
  [7, 'Banco Cooperativo Coopcentral', '1066', '066'],
  [8, 'Banco Credifinanciera', '1558', '558'],
  [9, 'Banco de Bogotá', '1001', '001'],
  [10, 'Banco de Occidente', '1023', '023'],
  [11, 'Banco Falabella', '1062', '062'],
  [12, 'Banco Finandina', '1063', '063'],
  [13, 'Banco GNB Sudameris', '1012', '012'],
  [14, 'Banco J.P. Morgan Colombia', '1071', '071'],
  [15, 'Banco Mundo Mujer', '1047', '047'],
  [16, 'Banco Pichincha', '1060', '060'],
  [17, 'Banco Popular', '1002', '002'],
  [18, 'Banco Santander de Negocios', '1065', '065'],
  [19, 'Banco Serfinanza', '1069', '069'],
  [20, 'Banco Unión', '1303', '303'],
  [21, 'Banco W', '1053', '053'],
  [22, 'Bancóldex', '1031', '031'],
  [23, 'Bancolombia', '1007', '007'],
  [24, 'Bancoomeva', '1061', '061'],
  [25, 'BBVA Colombia', '1013', '013'],
  [26, 'Bold CF', '1808', '808'],
  [27, 'Citibank', '1009', '009'],
  [28, 'Coink', '1812', '812'],
  [29, 'Coltefinanciera', '1370', '370'],
  [30, 'Confiar Cooperativa Financiera', '1292', '292'],
  [31, 'Cooperativa Financiera de Antioquia (CFA)', '1283', '283'],
  [32, 'Cotrafa Cooperativa Financiera', '1289', '289'],
  [33, 'Daviplata', '1551', '551'],
  [34, 'Davivienda', '1051', '051'],
  [35, 'Ding Tecnipagos', '1802', '802'],
  [36, 'Global66', '1814', '814'],
  [37, 'IRIS', '1637', '637'],
  [38, 'Itaú', '1014', '014'],
  [39, 'Itaú (antes Corpbanca)', '1006', '006'],
  [40, 'JFK Cooperativa Financiera', '1286', '286'],
  [41, 'Juriscoop', '1121', '121'],
  [42, 'Lulo Bank', '1070', '070'],
  [43, 'Mibanco', '1067', '067'],
  [44, 'Movii', '1801', '801'],
  [45, 'Nequi', '1507', '507'],
  [46, 'Nu', '1809', '809'],
  [47, 'Pibank', '1560', '560'],
  [48, 'Powwi', '1803', '803'],
  [49, 'RappiPay', '1811', '811'],
  [50, 'Scotiabank Colpatria', '1019', '019'],
  [51, 'Ualá', '1804', '804'],
] as const

export interface Bank {
  readonly id: number
  readonly name: string
  /** Code of the PSE network, four digits. */
  readonly pseCode: string
  /** Code of the ACH network, three digits. */
  readonly achCode: string
}

export const BANKS: readonly Bank[] = ROWS.map(([id, name, pseCode, achCode]) => ({ id, name, pseCode, achCode }))

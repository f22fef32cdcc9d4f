import type { SaleDay } from "./words-behind.ts";

/** The names of a field's columns in letters and digits, without accents. The first name that the header has wins. */
export interface FieldNames {
  names: readonly string[];
  /** Only if no column has one of `names`. These names count without a prefix or a suffix. */
  otherwise?: readonly string[];
  /** Names of columns with values on some lines only. If the header has no other name of `names`, `otherwise` counts too. */
  passing?: readonly string[];
  /** `filled`: all columns, and per line the first one with a value. `all`: all columns, each with a value of its own. */
  several?: "filled" | "all";
  /** A number: names with different words of unknown meaning exclude each other, and a bare name comes before them. */
  number?: "price" | "quantity";
  /** Numbers that are not those of one store. They come after a name with a word that may be the name of a store. */
  overall?: readonly string[];
  /** Part of a sale with dates. It has a column only if the header says when the sale counts. */
  sale?: "price" | SaleDay;
  shown?: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const barcodes = words(`
  barcode gtin ean ean13 jan jancode upc upccode isbn gtin13 gtin14 gtin12 gtin8 ean8 isbn13 isbn10 upca
  barcodes barcodenumber barcodeno barcodevalue eancode eannumber eanno eanupc upcean upceanisbn eanisbn eangtin gtinean
  gtincode gtinnumber upcnumber isbnnumber primarybarcode mainbarcode defaultbarcode barcode1 ean1 scancode
  barcode2 ean2 upc2 secondarybarcode alternatebarcode eachbarcode retailbarcode upcno oxean
  primaryupc primaryean primarygtin mainean mainupc registeredbarcode janbarcode barcodeid barcod productcodes
  pean pupc pisbn barcodeean barcodeupc barcodeean13 ean13code eanbarcode upcbarcode unitbarcode barcoderaw itemlookupcode
  gtinupceanorisbn gtinupceanisbn upceangtin globaltradeitemnumber globaluniqueid universalproductcode
  internationalarticlenumber
  hauptbarcode strichcode strichcodes barcodenummer barcodenr eannummer gtinnummer gtinnr
  codebarre codebarres codesbarres codeabarre codeabarres codebarreean codeean codeean13 gencod gencode gencodes
  codigodebarras codigodebarra codigobarras codigobarra codbarras cbarras codebarras codigoean eancodigo codigodebarrasean
  codigobarrasean codean
  streepjescode streepjescodes eannr
  codiceabarre codicebarre codiciabarre codiceean codabarre codbarre`);

/** Codes count for a line without a barcode. */
export const codes = words(`
  productcode sku skucode skunumber customsku variantsku plu plucode plunumber itemcode itemnumber itemno stockcode stockid
  articlecode articlenumber articleno partnumber partno internalreference defaultcode reference ref modelnumber
  stockkeepingunit customlabel sellersku pzn
  artikelnummer artikelnr artnr artikelcode artikelid bestellnummer
  referencia codigo codigoarticulo codigoproducto codarticulo codigodearticulo
  codearticle codeproduit referenceproduit refproduit referencearticle refarticle ugs
  codice codicearticolo codiceprodotto codart riferimento
  productnummer artikelnum manufactsku manufacturersku codecip cip13 codigonacional minsan oxartnum`);

const promotional = words(`
  saleprice promoprice promotionprice promotionalprice promotionamount specialprice offerprice specialoffer
  markdownprice discountedprice reducedprice finalprice effectiveprice nowprice reduzierterpreis prixreduit prixremise prixsolde
  preciocondescuento prezzoscontato kortingsprijs
  angebotspreis aktionspreis tarifpromo prixpromo precioderebaja preciorebajado preciooferta actieprijs aanbiedingsprijs prezzoinofferta
  prezzoofferta`);

export const pricesOfStore = words(`
  storeprice shopprice instoreprice pricestore priceinstore tillprice posprice shelfprice filialpreis ladenpreis kassenpreis prixmagasin
  prixenmagasin preciotienda prezzonegozio winkelprijs`);

/** Of a language, the names with tax come first. */
const selling = words(`
  grossprice pricegross taxinclusiveprice price sellingprice sellprice salesprice retailprice regularprice normalprice standardprice
  unitprice
  defaultprice currentprice regprice publicprice retail consumerprice customerprice
  sellingretail unitretail retailsellingprice rsp pricerrp priceeach pricelevel1 price1
  ourprice yourprice grosssellingprice defaultsellprice salesunitprice lstprice pricetier1 retailprice1 startprice regprc prc1 sell
  sellrrp baseprice salespricerate oxprice defaultsalesprice defaultsellingprice avk unitretailprice retailunitprice
  regularretail activeprice
  vkp vkbrutto bruttovk bruttopreis preisbrutto verkaufspreisbrutto bruttoverkaufspreis
  ladenverkaufspreis lvp
  preis verkaufspreis aktuellerpreis vkaktuell vkakt vkpreis vk vk1 vkpreis1 verkaufspreis1 stdvk standardvk regularerpreis regulaererpreis endpreis
  einzelpreis stuckpreis stueckpreis endkundenpreis endverbraucherpreis apovk preis1 normalpreis
  prixttc prixdeventettc prixventettc pxventettc pxttc pvttc puttc prixunitairettc prixpublicttc prixtaxincluse pxvtettc prixvtettc ppttc tarifttc
  prix prixdevente prixvente pxvente prixunitaire prixpublic prixactuel tarifregulier prixnormal prixregulier
  prixdedetail prixboutique
  precioconiva precioivaincluido pvpconiva precioiva preciociva
  precio preciodeventa precioventa pvp preciopvp preciofinal pvp1 precioventapublico preciounitario preciopublico precioalpublico
  preciodeventaalpublico precionormal precioactual pventa prventa
  verkoopprijsincl prijsincl verkoopprijsbruto brutoprijs
  prijs verkoopprijs verkoop consumentenprijs kassaprijs stuksprijs stukprijs eenheidsprijs huidigeprijs regulareprijs regulierprijs reguliereprijs
  prezzoivato prezzoconiva prezzoivacompresa prezzoivainclusa prezzociva prezzolordo
  verkoopprijs1 prijs1 prix1 prixdevente1 precio1 precioventa1 preciodeventa1 pvptarifa1 prezzo1 prezzovendita1 prvendita pvendita prvend prezzovend
  prezzo prezzodivendita prezzovendita prezzopubblico prezzoalpubblico prezzounitario prezzofinale prezzoattuale`);

/** Without a price of the shop, and without a selling price. */
const list = words(`
  onlineprice webprice rrp mrp srp listprice msrp recommendedretailprice recommendedprice suggestedretailprice suggestedprice compareatprice
  compareprice fullprice originalprice uvp avp unverbindlichepreisempfehlung listenpreis tarifpublic prixconseille prixdeventeconseille preciorecomendado
  adviesprijs adviesverkoopprijs consumentenadviesprijs prezzodilistino prezzolistino listinopubblico listino
  listino1 prezzolistino1 prezzodilistino1 prezzoconsigliato`);

/** Programs of Italy and Spain have several price lists, most often without tax. The first one counts only if it says with tax. */
export const pricesOfLevels = words(
  "listino1 prezzolistino1 prezzodilistino1 prezzo1 prezzovendita1 precio1 precioventa1 preciodeventa1",
);

/** The prices on new books and labels. A used piece has another one. */
export const pricesOfNew = words("coverprice ticketprice prezzodicopertina prezzocopertina");

/** Beside packs, they can be the price of a part of the product. */
export const pricesPerPiece = words(
  "priceperunit priceperitem priceperbottle retailpriceperbottle preisprostuck preisprostueck prijsperstuk",
);

export const quantitiesOfStore = words(`
  storestock shopstock stockstore stockshop stockinstore instorestock storeqty storequantity shopqty shopquantity storeinventory branchstock outletstock
  filialbestand bestandfiliale bestandladen
  ladenbestand voorraadwinkel stockmagasin stockenmagasin stockboutique stocktienda stocknegozio winkelvoorraad giacenzanegozio locationavailable locationonhand`);

export const availableQuantities = words(`
  available availablequantity availableqty availablestock quantityavailable qtyavailable stockavailable freestock freeqty unitsavailable
  inventoryavailable qtyavail availqty avail availabletosell numberavailable saleablestock salablestock sellablestock sellableqty sellablequantity qtyfree freequantity
  verfugbaremenge verfuegbaremenge verfugbarerbestand verfuegbarerbestand bestandverfugbar bestandverfuegbar freierbestand
  verfugbar verfuegbar stockdisponible stockdispo quantitedisponible qtedisponible qtedispo disponible cantidaddisponible
  unidadesdisponibles disponibles quantitedispo beschikbarevoorraad beschikbaar vrijevoorraad disponibilita quantitadisponibile qtadisponibile
  pezzidisponibili
  disponibile qtadisp
  sellable atp ats availabletopromise thereofavailable verkaufbar davonverfugbar davonverfuegbar davonfrei dontdisponible`);

/** What is there, whether or not it can be sold. */
export const stockQuantities = words(`
  qoh stock quantityonhand qtyonhand onhand onhandquantity onhandqty stockonhand soh inventoryonhand instock quantityinstock qtyinstock
  stocklevel stocklevels stockquantity stockqty stockcount stockbalance stockamount inventory inventoryquantity inventoryqty
  inventorylevel inventorycount inventorystock unitsinstock unitsonhand stockunits physicalstock actualstock totalavailable totalstock
  totalquantity totalqty totalinventory totalonhand stockquantitytotal stocktotal quantitytotal qtytotal inventorytotal availabletotal
  onhandtotal balance qtyoh ohqty qtyinhand inhand numberinstock noinstock closingstock closingqty actualqty stkqty
  stockinhand copiesinstock bottlesinstock sohtotal instockqty instockquantity closinginventory closingquantity actuallevel piecesinstock stockpcs
  physicalqty physicalquantity unrestricted unbeschrankt unbeschraenkt bestand lagerbestand lagerbest lagerbestandgesamt gesamtbestand
  bestandgesamt endbestand freiverfugbar lagerist lagergesamt bestandstuck bestandmenge bestandflaschen istbestand bestandist lagerbestandist lagerbestandaktuell aktuellerbestand bestandaktuell aktbestand lagermenge lagerstand auflager warenbestand bestandinstuck vorrat
  vorratigemenge bestandsmenge mengeimlager
  oxstock  freiverwendbar enstock quantiteenstock qteenstock qteenmain quantiteenmain nombreenstock stockfinal qtestock quantitestock stockactuel stockreel stockphysique stocktheorique
  cantstock stockfisico quantiterestante qterestante stockrestant nbenstock existencias existencia stockactual stockreal cantidadenstock cantidadamano
  cantidadinventario eninventario inventario voorraad
  vrrd voorraadstuks totalevoorraad opvoorraad voorraadaantal aantalopvoorraad huidigevoorraad actuelevoorraad technischevoorraad voorradig invoorraad giacenza giacenze
  giac qtagiac giacenzaattuale giacenzamagazzino qtagiacenza esistenza esistenze scorta scorte rimanenza rimanenze stockattuale quantitainstock
  qtaingiacenza
  quantitamagazzino`);

/** They do not say of what. */
export const neutralQuantities = words(`
  quantity qty units stk unites count menge anzahl stuck stueck stuckzahl stueckzahl quantite qte cantidad unidades uds aantal hoeveelheid quantita
  qta pezzi productquantity copies exemplare exemplaires anz cant stuks qty1`);

export const isOverall = (name: string): boolean => /^total|total$|gesamt/.test(name);

const canBeMoney = ["balance", "stockamount", "closinginventory"];
const quantities = [
  ...quantitiesOfStore,
  ...availableQuantities,
  ...stockQuantities.filter((name) => !isOverall(name) && !canBeMoney.includes(name)),
  ...stockQuantities.filter(isOverall),
  ...canBeMoney,
  ...neutralQuantities,
  // A warehouse can have these names, too.
  ...["lager", "magazzino"],
];

/** A name that can also be a quantity is among `quantities`. */
const availabilities = words(`
  availability stockavailability availabilitystatus stockstatus verfugbarkeit verfuegbarkeit lagerstatus disponibilite disponibilidad
  beschikbaarheid voorraadstatus`);

const storeCodes = words(`
  storecode storeid sourcecode storenumber storeno storenr storenum shopcode shopid shopnumber shopno branchcode branchid branchnumber
  branchno
  outletid outletcode outletnumber outletno locationid locationcode siteid sitecode sitenumber
  filialnummer filialnr filialid filialcode filiale standortid standortnummer standortcode ladennummer
  codemagasin codedumagasin idmagasin numeromagasin nummagasin codeboutique idboutique codepointdevente
  codigotienda codigodetienda codtienda idtienda numerotienda numerodetienda codigosucursal idsucursal
  winkelnummer winkelnr winkelcode winkelid filiaalnummer filiaalnr filiaalcode filiaalid vestigingsnummer
  codicenegozio codnegozio idnegozio numeronegozio codicepuntovendita codicefiliale`);

/** These can also name a shelf, or the shop of a supplier. */
const storePlaces = words(`
  store storename shop shopname branch branchname outlet outletname location locationname storelocation site sitename warehouse
  warehousename plant plnt source sourcename city town standort geschaft laden werk lagerort niederlassung verkaufsstelle ort stadt
  magasin nommagasin boutique pointdevente depot tienda nombretienda sucursal almacen
  winkel winkelnaam filiaal vestiging magazijn negozio nomenegozio puntovendita`);

export const conditions = words("condition itemcondition productcondition artikelzustand");

export const stockNames = {
  barcode: {
    names: [...barcodes, ...codes],
    // A German column of this name is the number in some files and the title in others.
    otherwise: ["artikel", "id", "itemid", "inventoryid"],
    several: "filled",
    shown: ["barcode", "gtin", "ean", "ean13", "upc", "isbn", "sku"],
  },
  price: {
    names: [...promotional, ...pricesOfStore, ...selling, ...pricesPerPiece],
    otherwise: [...list, ...pricesOfNew],
    passing: promotional,
    several: "filled",
    number: "price",
    overall: ["defaultprice"],
    shown: ["price", "sellingprice", "retailprice", "saleprice", "rrp"],
  },
  quantity: {
    names: quantities,
    number: "quantity",
    overall: quantities.filter(isOverall),
    shown: ["quantity", "qty", "stock", "instock", "onhand", "available"],
  },
  availability: { names: availabilities, shown: ["availability"] },
  currency: {
    names:
      words(`currency currencycode isocurrency isocurrencycode currencyiso pricecurrency ccy curr wahrung waehrung wahrungscode devise
      codedevise moneda valuta`),
  },
  condition: { names: conditions },
  salePrice: { names: promotional, several: "filled", sale: "price" },
  saleFrom: { names: [], sale: "from", shown: ["salestart"] },
  saleUntil: { names: [], sale: "until", shown: ["saleend"] },
  saleDates: { names: [], sale: "interval", shown: ["salepriceeffectivedate"] },
  saleFlag: { names: [], sale: "flag", shown: ["onsale"] },
  // The last field: a column with another field is none of stores.
  store: { names: storeCodes, otherwise: storePlaces },
} as const satisfies Record<string, FieldNames>;

export const productNames = {
  barcode: { names: [...barcodes, ...codes], several: "filled" },
  title: {
    names: words(`title name productname producttitle itemname itemtitle description1 shortdescription
      artikelbezeichnung bezeichnung produktname artikelname titel titre nom nomproduit libelle designation
      titulo nombre nombreproducto productnaam naam omschrijving titolo nome nomeprodotto`),
  },
  description: {
    names: words(`description productdescription longdescription bodyhtml body beschreibung artikelbeschreibung
      descripcion beschrijving descrizione`),
  },
  brand: {
    names:
      words(`brand manufacturer author vendor brandname marke hersteller marque fabricant marca fabricante merk fabrikant
      produttore publisher`),
  },
  image: {
    names:
      words(`image images imageurl imageurls imagelink imagesrc picture pictures pictureurl photo photos photourl img
      additionalimagelink baseimage mainimage variantimage bild bilder bildurl foto fotos imagen imagenes afbeelding afbeeldingen
      immagine immagini`),
    several: "all",
  },
  category: {
    names: words(`category producttype categories productcategory itemcategory reportingcategory department
      kategorie warengruppe categorie categoria familia famille rayon categorieen productgroep artikelgroep reparto`),
  },
  color: { names: words("color colour farbe couleur kleur colore") },
  size: { names: words("size grosse groesse taille talla maat taglia") },
  groupId: { names: words("groupid itemgroupid") },
  condition: { names: conditions },
} as const satisfies Record<string, FieldNames>;

const { title, brand, image } = productNames;
/** In an export of stock, the type of a product is often `simple` or `variable`. */
const category = { names: productNames.category.names.filter((name) => name !== "producttype") };
export const storeProductNames = { title, brand, image, category } as const satisfies Record<string, FieldNames>;

/** The names of a field's columns in letters and digits, without accents. The first name that the header has wins. */
export interface FieldNames {
  names: readonly string[];
  /** Only if no column has one of `names`. These names count without a prefix or a suffix. */
  otherwise?: readonly string[];
  /** `filled`: all columns, and per line the first one with a value. `all`: all columns, each with a value of its own. */
  several?: "filled" | "all";
  /** The names that an error lists; without them, the first ones. */
  shown?: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const barcodes = words(`
  barcode gtin ean ean13 upc upccode isbn gtin13 gtin14 gtin12 gtin8 ean8 isbn13 isbn10 upca
  barcodes barcodenumber barcodeno barcodevalue eancode eannumber eanno eanupc upcean upceanisbn eanisbn eangtin gtinean
  gtincode gtinnumber upcnumber isbnnumber primarybarcode mainbarcode defaultbarcode barcode1 ean1 scancode
  gtinupceanorisbn gtinupceanisbn upceangtin globaltradeitemnumber globaluniqueid universalproductcode
  internationalarticlenumber
  strichcode strichcodes barcodenummer eannummer gtinnummer
  codebarre codebarres codesbarres codeabarre codeabarres codebarreean codeean gencod gencode
  codigodebarras codigodebarra codigobarras codigobarra codbarras codebarras codigoean eancodigo
  streepjescode streepjescodes eannr
  codiceabarre codicebarre codiciabarre codiceean`);

/** A shop's own codes. They count for a line without a barcode. */
const codes = words(`
  productcode sku skucode skunumber customsku variantsku plu plucode plunumber itemcode itemnumber itemno stockcode stockid
  articlecode articlenumber articleno partnumber partno internalreference defaultcode reference ref modelnumber
  artikelnummer artikelnr artnr artikelcode artikel artikelid bestellnummer
  referencia codigo codigoarticulo codigoproducto codarticulo codigodearticulo
  codearticle codeproduit referenceproduit refproduit
  codice codicearticolo codiceprodotto codart riferimento
  productnummer artikelnum manufactsku manufacturersku`);

/** Promotional prices, then prices that a shop charges. */
const selling = words(`
  saleprice promoprice promotionprice promotionalprice offerprice specialoffer
  price sellingprice sellprice salesprice retailprice regularprice normalprice standardprice unitprice defaultprice
  currentprice retail storeprice shopprice posprice tillprice consumerprice customerprice grossprice pricegross
  sellingretail unitretail retailsellingprice rsp pricerrp priceeach pricelevel1 price1 onlineprice webprice
  preis verkaufspreis vkpreis vk vkbrutto bruttopreis preisbrutto verkaufspreisbrutto bruttoverkaufspreis ladenpreis endpreis
  einzelpreis stuckpreis stueckpreis endkundenpreis bruttovk
  prix prixdevente prixvente prixttc prixdeventettc prixventettc pvttc puttc prixunitaire prixunitairettc prixpublic
  prixpublicttc prixtaxincluse
  precio preciodeventa precioventa pvp preciopvp preciofinal preciounitario preciopublico precioalpublico precioiva
  precioconiva precioivaincluido preciodeventaalpublico pvpconiva
  prijs verkoopprijs verkoopprijsincl prijsincl winkelprijs consumentenprijs stukprijs eenheidsprijs verkoopprijsbruto
  brutoprijs
  prezzo prezzodivendita prezzovendita prezzoivato prezzopubblico prezzoalpubblico prezzounitario prezzoconiva
  prezzoivacompresa prezzoivainclusa prezzofinale prezzolordo`);

const list = words(`
  rrp srp listprice msrp recommendedretailprice recommendedprice suggestedretailprice suggestedprice compareatprice
  compareprice fullprice originalprice uvp unverbindlichepreisempfehlung listenpreis prixconseille preciorecomendado
  adviesprijs prezzodilistino prezzolistino listino prezzoconsigliato`);

const quantities = words(`
  quantity qty qoh stock available availablequantity availableqty availablestock quantityavailable qtyavailable
  stockavailable freestock freeqty quantityonhand qtyonhand onhand onhandquantity onhandqty stockonhand soh inventoryonhand
  instock quantityinstock qtyinstock stocklevel stocklevels stockquantity stockqty stockcount stockbalance stockamount
  inventory inventoryquantity inventoryqty inventorylevel inventorycount inventoryavailable inventorystock
  unitsinstock unitsonhand unitsavailable stockunits physicalstock actualstock storestock shopstock totalavailable
  totalstock totalquantity totalqty totalinventory totalonhand stockquantitytotal productquantity count balance units
  menge bestand lagerbestand lagermenge lagerstand stuck stueck stuckzahl stueckzahl anzahl verfugbar verfuegbar
  verfugbaremenge verfuegbaremenge verfugbarerbestand verfuegbarerbestand vorrat istbestand aktuellerbestand aktbestand
  filialbestand
  quantite qte enstock quantiteenstock qteenstock qtestock quantitestock stockdisponible quantitedisponible qtedisponible
  stockactuel stockreel stockphysique disponible stockmagasin
  cantidad existencias existencia stockactual cantidaddisponible cantidadenstock inventario unidades disponibles
  unidadesdisponibles cantidadinventario stockreal
  aantal voorraad hoeveelheid opvoorraad voorraadaantal aantalopvoorraad beschikbaar beschikbarevoorraad huidigevoorraad
  actuelevoorraad voorradig technischevoorraad winkelvoorraad vrijevoorraad
  quantita qta giacenza giacenze giacenzaattuale giacenzamagazzino disponibilita quantitadisponibile qtadisponibile disponibile
  esistenza esistenze scorta scorte rimanenza rimanenze pezzi quantitainstock`);

export const stockNames = {
  barcode: {
    names: [...barcodes, ...codes],
    otherwise: ["id", "itemid"],
    several: "filled",
    shown: ["barcode", "gtin", "ean", "ean13", "upc", "isbn", "sku"],
  },
  price: {
    names: selling,
    otherwise: list,
    several: "filled",
    shown: ["price", "sellingprice", "retailprice", "saleprice", "rrp"],
  },
  quantity: { names: quantities, shown: ["quantity", "qty", "stock", "instock", "onhand", "available"] },
  currency: { names: words("currency currencycode isocurrency wahrung waehrung devise moneda valuta") },
  condition: { names: words("condition itemcondition productcondition artikelzustand") },
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
      additionalimagelink baseimage mainimage variantimage bild bilder bildurl imagen imagenes afbeelding afbeeldingen
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
} as const satisfies Record<string, FieldNames>;

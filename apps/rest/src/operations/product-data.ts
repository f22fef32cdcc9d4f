import { type Chapter, FEED_LIMIT } from "./operation.ts";

const inventory = "/retailers/:retailerId/inventory";

export const productData: Chapter = {
  tag: "Product data",
  description: "Titles, pictures and other data of a retailer's products.",
  operations: [
    {
      method: "PUT",
      path: `${inventory}/products`,
      procedure: "products.putFeed",
      body: "stream",
      limit: FEED_LIMIT,
      summary: "Send product data",
      description:
        "For the whole retailer: barcode, title, description, brand, images, category, color, size, groupId, condition. Blank or absent values keep the known value. The feed creates no items.",
      examples: { CSV: "barcode,title,brand,category\n5012345678900,Desk lamp,Lumen,Home > Lighting\n" },
      errors: ["UnrecognisedFeed", "FeedTooComplex"],
    },
    {
      method: "GET",
      path: `${inventory}/ingests`,
      procedure: "products.listIngests",
      page: "body",
      summary: "List ingests of product data",
    },
    {
      method: "GET",
      path: `${inventory}/ingests/:ingestId`,
      procedure: "products.getIngest",
      etag: "content",
      summary: "Read an ingest of product data",
    },
    {
      method: "GET",
      path: `${inventory}/ingests/:ingestId/rejections`,
      procedure: "products.listRejections",
      page: "body",
      summary: "List rejected lines of product data",
      description: "At most the first 10,000 of an ingest.",
    },
  ],
};

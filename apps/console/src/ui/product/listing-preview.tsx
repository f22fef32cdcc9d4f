import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { money } from "../frame/formats.ts";
import { ProductPicture } from "../products/product-picture.tsx";
import { StockBadge } from "../products/stock-badge.tsx";
import classes from "./listing-preview.module.css";
import { texts } from "./texts.ts";

interface ListingPreviewProps {
  product: Product;
  title: string | null;
  brand: string | null;
  image: string | undefined;
}

/** How a listing of the product looks in a search, with the first store's price. */
export function ListingPreview({ product, title, brand, image }: ListingPreviewProps) {
  const [store] = product.stores;
  const name = title || texts.preview.noTitle;
  return (
    <figure className={classes.card} aria-label={texts.preview.title}>
      <div className={classes.picture}>
        <ProductPicture key={image} src={image} name={name} />
      </div>
      <figcaption className={classes.words}>
        <span className={classes.title}>{name}</span>
        {brand && <span className={classes.soft}>{brand}</span>}
        {store && (
          <>
            <span className={classes.price}>{money(store.price, store.currency)}</span>
            <span className={classes.soft}>{texts.preview.at(store.storeName)}</span>
            <StockBadge status={store.status} />
          </>
        )}
      </figcaption>
    </figure>
  );
}

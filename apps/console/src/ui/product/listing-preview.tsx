import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Text } from "@mantine/core";
import { money } from "../parts/formats.ts";
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

export function ListingPreview({ product, title, brand, image }: ListingPreviewProps) {
  const store = product.stores.find(({ hidden }) => !hidden) ?? product.stores[0];
  const name = title || texts.preview.noTitle;
  return (
    <figure className={classes.card} aria-label={texts.preview.title}>
      <div className={classes.picture}>
        <ProductPicture key={image} src={image} />
      </div>
      <figcaption className={classes.words}>
        {image && product.brokenImages.includes(image) && (
          <Text size="sm" c="var(--mantine-color-error)">
            {texts.preview.broken}
          </Text>
        )}
        <bdi className={classes.title}>{name}</bdi>
        {brand && <bdi className={classes.soft}>{brand}</bdi>}
        {store && (
          <>
            <span className={classes.price}>{money(store.price, store.currency)}</span>
            <span className={classes.soft}>{texts.preview.at(store.storeName)}</span>
            {store.hidden ? (
              <span className={classes.soft}>{texts.preview.hidden}</span>
            ) : (
              <StockBadge status={store.status} />
            )}
          </>
        )}
      </figcaption>
    </figure>
  );
}

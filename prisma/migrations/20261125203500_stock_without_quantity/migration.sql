-- An item can have an availability without a quantity. The release before this one refuses the files and lines that write such an item.
ALTER TABLE "stock_item" ALTER COLUMN "quantity" DROP NOT NULL;

"""Live tables: matches played in the browser, every act durable before it is acknowledged, every view exact."""
